/** `docs/guide/logos.svg`: the logos of all companies of the sandbox, as the interface's rules show them. */
import { type Drawing, groundOf } from './read-drawings.ts';

const COLUMNS = 8;
const CELL_WIDTH = 108;
const CELL_HEIGHT = 98;
const TILE = 56;
const MARGIN = 16;
const RADIUS = 15;
/** Characters of a name that fit into a line. */
const LINE_LENGTH = 18;
const LINE_HEIGHT = 13;

export function logoSheet(all: readonly Drawing[]): string {
  const width = COLUMNS * CELL_WIDTH + 2 * MARGIN;
  const height = Math.ceil(all.length / COLUMNS) * CELL_HEIGHT + 2 * MARGIN;
  const cells = all.map((one, index) => {
    const x = MARGIN + (index % COLUMNS) * CELL_WIDTH;
    const y = MARGIN + Math.floor(index / COLUMNS) * CELL_HEIGHT;
    return `<g transform="translate(${x} ${y})">${cellOf(one)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}">`,
    `<title>The logos of the sandbox's companies</title>`,
    '<style>text{font:11px system-ui,sans-serif;text-anchor:middle;fill:#1c1c1e}rect.page{fill:#fff}' +
      'rect.edge{fill:none;stroke:#80808040}' +
      '@media (prefers-color-scheme:dark){text{fill:#f2f2f4}rect.page{fill:#17181c}}</style>',
    `<clipPath id="tile"><rect width="${TILE}" height="${TILE}" rx="${RADIUS}"/></clipPath>`,
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...cells,
    '</svg>\n',
  ].join('\n');
}

function cellOf({ company, drawing }: Drawing): string {
  const ground = groundOf({ company });
  const size = `width="${TILE}" height="${TILE}"`;
  const middle = CELL_WIDTH / 2;
  const lines = linesOf(company.name).map(
    (line, index) =>
      `<text x="${middle}" y="${TILE + 14 + index * LINE_HEIGHT}">${escaped(line)}</text>`,
  );
  const left = middle - TILE / 2;
  return (
    `<g transform="translate(${left} 0)"><g clip-path="url(#tile)"><rect ${size} fill="${ground}"/>` +
    `${drawing.trim().replace('<svg ', `<svg ${size} `)}</g>` +
    `<rect class="edge" ${size} rx="${RADIUS}"/></g>${lines.join('')}`
  );
}

function linesOf(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LINE_LENGTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
