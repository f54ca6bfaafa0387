/** What a refusal says of a client that a colleague has taken off the portal meanwhile, by its code. */
export function removedByOther(name: string) {
  const sentence = { id: 'admin.clients.removedByOther', values: { name } } as const
  return { 'not-found': sentence, conflict: sentence }
}
