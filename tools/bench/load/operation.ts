/** An operation of the load: how often it comes, what is sent, and what has to come back. */
import type { Sent } from './caller.ts';
import type { World } from './world.ts';

export type Prepared = Sent & {
  /** What is wrong with the body of a 2xx, in words. */
  readonly check?: (body: never) => string | undefined;
  /** After a 2xx that is right. */
  readonly done?: (body: never) => void;
  /** Otherwise. `status` is missing where nothing came back. */
  readonly failed?: (status: number | undefined) => void;
};

export type LoadOperation = {
  /** As in the contracts. */
  readonly name: string;
  readonly kind: 'read' | 'write';
  /** Of a hundred requests. */
  readonly share: number;
  /** Nothing where the world has nothing to do it with. */
  readonly make: (world: World) => Prepared | undefined;
};
