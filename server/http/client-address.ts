import type { Bindings, Call } from '#server/context.ts'

/** Undefined without bindings from the host. */
export const clientAddressOf = (c: Call): string | undefined => (c.env as Bindings | undefined)?.clientAddress
