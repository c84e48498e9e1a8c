/** Loads the texts that users have agreed to when somebody asks for one. */
type Published = typeof import('./published.ts');

let loading: Promise<Published> | undefined;

/** @throws where the file does not come; it is asked for again the next time. */
export function loadPublished(): Promise<Published> {
  loading ??= import('./published.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
