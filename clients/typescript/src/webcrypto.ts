/** The Web Crypto of browsers, Workers, Deno and Bun. Node 18 has it elsewhere: `webcrypto-node.ts`. */
export const webcrypto = globalThis.crypto;
