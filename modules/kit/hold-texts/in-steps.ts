/** A text of several steps, a line each, below a sentence that may be empty. */
export function inSteps(lead: string, ...steps: readonly string[]): string {
  return [lead, ...steps].join('\n');
}
