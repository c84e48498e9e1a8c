export const examples: Readonly<Record<string, { body?: unknown; response: unknown }>> = {};
