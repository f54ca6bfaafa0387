import type { AuditPerson } from '#contract/schemas/access-log.ts'

/** The name of that day with the user name beside it, for anybody may call themselves anything. */
export const personName = ({ name, username }: Pick<AuditPerson, 'name' | 'username'>): string =>
  name && username && name !== username ? `${name} (${username})` : name || username || ''
