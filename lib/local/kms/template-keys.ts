import type { ResourceStatement } from '../access/key-policies.ts';
import { awsFailure } from '../failures.ts';
import type { LocalState } from '../state.ts';
import type { Model } from '../template/model.ts';
import { type AnyKey, createMaterial, KEY_SPECS, type KeySpec } from './keys.ts';

/** The keys of the templates by their ids. */
export function readTemplateKeys(model: Model, state: LocalState): Map<string, AnyKey> {
  return new Map(
    model.ofType('AWS::KMS::Key').map((resource) => {
      const properties = resource.properties();
      const spec = (properties.KeySpec ?? 'SYMMETRIC_DEFAULT') as KeySpec;
      if (!KEY_SPECS[spec])
        throw awsFailure(
          'UnsupportedOperationException',
          `${spec} is not supported by the local runtime`,
        );
      const usage = String(properties.KeyUsage ?? KEY_SPECS[spec].usages[0]);
      const tags = (properties.Tags ?? []) as { readonly Key: string; readonly Value: string }[];
      const id = resource.ref;
      const key: AnyKey = {
        id,
        arn: resource.arn,
        spec,
        usage,
        enabled: properties.Enabled !== false,
        policy: policyOf(properties.KeyPolicy),
        tags: Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value])),
        material: materialOf(state, id, spec),
      };
      return [id, key] as const;
    }),
  );
}

export function policyOf(document: unknown): readonly ResourceStatement[] | undefined {
  const { Statement } = (document ?? {}) as { readonly Statement?: ResourceStatement[] };
  return Statement && [Statement].flat();
}

/** Reads a key's material when it is first needed, and makes it when there is none. */
export function materialOf(state: LocalState, id: string, spec: KeySpec): () => Buffer {
  let material: Buffer | undefined;
  return () => {
    material ??= load(state, id, spec);
    return material;
  };
}

function load(state: LocalState, id: string, spec: KeySpec): Buffer {
  const find = state.db.prepare('SELECT material, spec FROM kms_keys WHERE id = ?');
  const row = find.get(id) as { material: Uint8Array; spec: string } | undefined;
  if (row && row.spec === spec) return Buffer.from(row.material);
  if (row)
    throw awsFailure(
      'KMSInvalidStateException',
      `${id} was created with the spec ${row.spec}; start with --fresh`,
    );
  const material = createMaterial(spec);
  const insert = state.db.prepare('INSERT INTO kms_keys (id, spec, material) VALUES (?, ?, ?)');
  insert.run(id, spec, material);
  return material;
}
