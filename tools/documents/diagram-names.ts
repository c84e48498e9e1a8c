/** How what stands in a template is named in the pictures. */
import type { Template, TemplateResource } from '../../lib/local/template/assembly.ts';

export type Edge = { readonly from: string; readonly to: string; readonly label?: string };

export function resourcesOf(template: Template, type: string): [string, TemplateResource][] {
  return Object.entries(template.Resources ?? {}).filter(([, { Type }]) => Type === type);
}

/** `billhook-sandbox-data` → `data`. */
export function partOf(stackName: string): string {
  return stackName.split('-').slice(2).join('_');
}

export function nodeOf(part: string, id: string): string {
  return `${part}_${id}`;
}

export function logicalIdOf(value: unknown): string | undefined {
  const text = JSON.stringify(value) ?? '';
  return /"Fn::GetAtt":\["(\w+)"/.exec(text)?.[1] ?? /"Ref":"(\w+)"/.exec(text)?.[1];
}
