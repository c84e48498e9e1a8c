/** The service did what the model does not explain: what the walks look for. */
export class Divergence extends Error {
  override readonly name = 'Divergence';
}

/** The service did not ask the company what the model says it must. */
export class Mismatch extends Divergence {}
