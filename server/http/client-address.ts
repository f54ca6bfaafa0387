import type { Bindings, Call } from '#server/context.ts'

/** Returns the IP address of the client; undefined if the host sets no bindings. */
export const clientAddressOf = (c: Call): string | undefined => (c.env as Bindings | undefined)?.clientAddress
