import type { InferType } from 'yup'
import { AUDIT_ACTIONS, ACCESS_SIDES } from '../access-log.ts'
import { KEY_SCOPES } from '../imports.ts'
import { RETENTION_KINDS } from '../retention.ts'
import { STAFF_ROLES } from '../roles.ts'
import {
  anyText,
  dictionary,
  isoDate,
  listOf,
  object,
  oneOf,
  optionalObject,
  string,
  timestamp,
  total,
  uuid,
} from './fields.ts'
import { pageOf } from './paging.ts'

const person = { id: string().required(), name: anyText(), username: string() }
const role = oneOf(STAFF_ROLES)
const action = oneOf(AUDIT_ACTIONS).required()

export const importCountsSchema = object({
  added: total(),
  updated: total(),
  unchanged: total(),
  expired: total().optional().meta({ description: 'Left out: the retention of the practice removes older records.' }),
  removed: total()
    .optional()
    .meta({ description: 'Removed because a line says so, without the records that belong to them.' }),
  replaced: total().optional().meta({ description: 'Replaced by another record.' }),
}).meta({ title: 'ImportCounts' })
export type ImportCounts = InferType<typeof importCountsSchema>

export const auditDetailsSchema = object({
  count: total().optional().meta({
    description:
      'Clients of letters-made, deleted-all and a removal-undone of several; records of retention-removed, records-removed and records-restored; items of price-list-published.',
  }),
  kind: oneOf(RETENTION_KINDS).meta({ description: 'Kind of the records of retention-removed.' }),
  fields: listOf(string().required()).optional().meta({ description: 'Names of the fields of practice-changed.' }),
  changes: dictionary(importCountsSchema).meta({ description: 'Changes of imported, by kind of record.' }),
  member: optionalObject({ id: string().required(), name: anyText(), role: role.required() }).meta({
    description: 'The member of staff whom the action concerns, with the present role.',
  }),
  key: string().meta({ description: 'Name of an import key.' }),
  webhook: string().meta({ description: 'Name of an endpoint for events.' }),
  form: string().meta({ description: 'Title of a form.' }),
  scopes: listOf(oneOf(KEY_SCOPES).required())
    .optional()
    .meta({ description: 'Scopes of the key of import-key-made.' }),
  names: optionalObject({ from: anyText(), to: anyText() }).meta({
    description: 'Former and new name of the account of renamed.',
  }),
})
export type AuditDetails = InferType<typeof auditDetailsSchema>

export const auditEntrySchema = auditDetailsSchema
  .shape({
    at: timestamp().required(),
    action,
    account: optionalObject(person).meta({
      description: 'Absent without a signed-in account: an import, a link in a mail, the first visit of a client.',
    }),
    client: optionalObject({ uuid: uuid().required(), name: anyText() }),
    run: optionalObject({ count: total(), since: timestamp().required() }).meta({
      description: 'With runs=true: number of entries that this one stands for, by one account on one day.',
    }),
    undo: optionalObject({ until: timestamp().required(), removal: string() }).meta({
      description:
        'Present while deleted, deleted-all or records-removed can be undone, with the id of the removal. A run has the end of its first entry and no id.',
    }),
  })
  .meta({ title: 'AuditEntry' })
/** Audit entry with the names at that time, without the content that was read or written. */
export type AuditEntry = InferType<typeof auditEntrySchema>

export const auditPageSchema = pageOf(auditEntrySchema)
  .shape({
    searchedSince: timestamp().meta({
      description: 'A search that matches very many names looked through the entries after this moment only.',
    }),
  })
  .meta({ title: 'AuditPage' })
export type AuditPage = InferType<typeof auditPageSchema>

export const auditPersonSchema = object(person).meta({ title: 'AuditPerson' })
export type AuditPerson = InferType<typeof auditPersonSchema>

export const accessEntrySchema = object({
  day: isoDate().required(),
  by: oneOf(ACCESS_SIDES).required().meta({ description: 'system: the system of the practice, or an export of it.' }),
  role: role.meta({ description: 'Present or last role of a member of staff.' }),
  account: optionalObject(person).meta({ description: 'Member of staff; for clinic admins only.' }),
  key: string().meta({ description: 'Name of the key of a system; for clinic admins only.' }),
  actions: listOf(action),
}).meta({ title: 'SeenEntry' })
/** All reads and changes of a client by one reader on one day, in the practices' time zone. */
export type AccessEntry = InferType<typeof accessEntrySchema>
