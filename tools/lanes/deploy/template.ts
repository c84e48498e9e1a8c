/** CloudFormation templates as plain data, and how to change one without touching the original. */
import { isDeepStrictEqual } from 'node:util';

export type Resource = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
};

export type Template = {
  readonly Resources?: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, unknown>>;
};

/** A statement of a policy, with the intrinsic functions of the template. */
export type Statement = {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

type Document = { readonly Statement: readonly Statement[] };
type InlinePolicy = { readonly PolicyDocument: Document };

/** The template with other resources; one for which `change` returns nothing is left out. */
export function mapResources(
  template: Template,
  change: (resource: Resource) => Resource | undefined,
): Template {
  const changed = Object.entries(template.Resources ?? {}).flatMap(([id, resource]) => {
    const made = change(resource);
    return made ? [[id, made] as const] : [];
  });
  const kept = new Set(changed.map(([id]) => id));
  const Resources = Object.fromEntries(
    changed.map(([id, resource]) => [id, dependingOn(resource, kept)]),
  );
  return { ...template, Resources };
}

/** What was left out can't be waited for. */
function dependingOn(resource: Resource, kept: ReadonlySet<string>): Resource {
  const all = [resource.DependsOn ?? []].flat();
  const left = all.filter((id) => kept.has(id));
  return left.length === all.length ? resource : { ...resource, DependsOn: left };
}

/** The template with other statements in its policies. */
export function mapStatements(
  template: Template,
  change: (statement: Statement) => Statement,
): Template {
  const changed = (document: Document): Document => ({
    ...document,
    Statement: document.Statement.map(change),
  });
  return mapResources(template, (resource) => {
    const { PolicyDocument, Policies } = resource.Properties ?? {};
    if (PolicyDocument) {
      const made = changed(PolicyDocument as Document);
      return { ...resource, Properties: { ...resource.Properties, PolicyDocument: made } };
    }
    if (!Array.isArray(Policies)) return resource;
    const made = (Policies as InlinePolicy[]).map((policy) => ({
      ...policy,
      PolicyDocument: changed(policy.PolicyDocument),
    }));
    return { ...resource, Properties: { ...resource.Properties, Policies: made } };
  });
}

/** The value with other parts; `change` sees each object before its own parts, and may return it. */
export function mapObjects(
  value: unknown,
  change: (part: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change));
  if (value === null || typeof value !== 'object') return value;
  const made = change(value as Record<string, unknown>);
  if (made !== value) return made;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)]),
  );
}

/** The ids of the resources and outputs that differ between the two, or are in `before` alone. */
export function changedIds(before: Template, after: Template): string[] {
  return (['Resources', 'Outputs'] as const).flatMap((section) =>
    Object.entries(before[section] ?? {})
      .filter(([id, one]) => !isDeepStrictEqual(one, after[section]?.[id]))
      .map(([id]) => id),
  );
}
