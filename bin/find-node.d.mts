export type Machine = {
  readonly platform: string;
  readonly arch: string;
  /** The Node that runs this; its version as `v24.21.0`. */
  readonly own: { readonly path: string; readonly version: string };
  /** The Node that npm runs with, where npm started this. */
  readonly ofNpm?: { readonly path: string; readonly version: string };
  readonly exists: (file: string) => boolean;
  readonly isSame: (one: string, other: string) => boolean;
  /** Empty when the binary does not run. */
  readonly versionOf: (binary: string) => string;
};

/** Either the path of a Node, or what to do without one. */
export function findNode(
  modules: string,
  machine?: Machine,
): { readonly node?: string; readonly failure?: string };
