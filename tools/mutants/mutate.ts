/** Small mistakes in a file of TypeScript, each of which its tests should find. */
import { parseAst } from 'vitest/node';

export type Mutant = {
  /** From 1. */
  readonly line: number;
  /** What stood there, and what stands there now. */
  readonly was: string;
  readonly is: string;
  /** The whole file with the mistake. */
  readonly code: string;
};

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly operator?: string;
  readonly value?: unknown;
} & Readonly<Record<string, unknown>>;

type Change = { readonly start: number; readonly end: number; readonly is: string };

const operators: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '+', '&&': '||', '||': '&&' },
};

/** Of what is not run: types, and what is imported. */
const SKIPPED = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

export function mutantsOf(code: string): Mutant[] {
  const lines = lineStarts(code);
  return changesIn(parseAst(code, { lang: 'ts' }) as unknown as Node, code).map(
    ({ start, end, is }) => ({
      line: lines.findLastIndex((begins) => begins <= start) + 1,
      ...{ was: code.slice(start, end), is },
      code: code.slice(0, start) + is + code.slice(end),
    }),
  );
}

function lineStarts(code: string): readonly number[] {
  return [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function changesIn(node: Node, code: string): Change[] {
  if (SKIPPED.test(node.type)) return [];
  return [...changesOf(node, code), ...childrenOf(node).flatMap((child) => changesIn(child, code))];
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof (one as Node | null)?.type === 'string');
}

const textOf = ({ start, end }: Node, code: string) => code.slice(start, end);

function changesOf(node: Node, code: string): Change[] {
  const replaced = (part: Node, is: string): Change => ({ start: part.start, end: part.end, is });
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const [left, right] = [node.left as Node, node.right as Node];
    const other = operators[node.operator ?? ''];
    const isOfTexts = node.operator === '+' && (isText(left) || isText(right));
    if (other === undefined || isOfTexts) return [];
    const start = code.indexOf(node.operator ?? '', left.end);
    return [{ start, end: start + (node.operator ?? '').length, is: other }];
  }
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    const test = node.test as Node;
    return [replaced(test, `!(${textOf(test, code)})`)];
  }
  if (node.type === 'Literal') {
    if (typeof node.value === 'boolean') return [replaced(node, String(!node.value))];
    return typeof node.value === 'number' ? [replaced(node, String(node.value + 1))] : [];
  }
  if (node.type === 'ObjectExpression') {
    const spreads = (node.properties as Node[]).filter(({ type }) => type === 'SpreadElement');
    return spreads.map((spread) => replaced(spread, '...{}'));
  }
  return [];
}

/** A sum of texts is no sum. */
function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string';
}
