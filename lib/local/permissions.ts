import { localFailure } from './failures.ts';
import type { Model } from './model.ts';
import { matchesPattern } from './policies.ts';

type Wanted = { readonly principal: string; readonly sourceEnd: string; readonly asked: string };

/**
 * A service may call a function only with an `AWS::Lambda::Permission`; without it the
 * deployed gateway answers 500. Checked at the start, so that it is found here.
 */
export function requirePermission(model: Model, functionArn: string, wanted: Wanted): void {
  const name = functionArn.split(':')[6];
  const granted = model.ofType('AWS::Lambda::Permission').some((permission) => {
    const { FunctionName, Principal, SourceArn } = permission.properties();
    const named = String(FunctionName);
    if (named !== name && named.split(':')[6] !== name) return false;
    if (Principal !== wanted.principal) return false;
    return (
      SourceArn === undefined ||
      matchesPattern(String(SourceArn).split(':').slice(5).join(':'), wanted.sourceEnd)
    );
  });
  if (!granted) {
    throw localFailure(
      `${wanted.asked} may not call ${name}: the template has no AWS::Lambda::Permission whose SourceArn covers …:${wanted.sourceEnd} (path parameters are written *).`,
    );
  }
}
