import { recordOf } from '#contract/values.ts'
import { reminderUuidsOf } from '#contract/appointment.ts'
import type { Client } from '#src/api/clients.ts'
import type { NewRequestSearch } from '#src/api/request-terms.ts'
import {
  APPOINTMENT_WISHES,
  DETAIL_FIELDS,
  type DetailField,
  PARTS_OF_DAY,
  type RequestKind,
  WEEKDAYS,
} from '#contract/request.ts'
import { missingIn } from '#contract/request-rules.ts'
import type { NewRequest, PortalRequest } from '#contract/schemas/request.ts'
import { type FieldErrors, flagsOf } from '#src/ui/forms/validation.ts'
import type { Product } from './products.ts'

/** Form values of all kinds, so that changing the kind keeps typed values. */
export interface Values extends Record<DetailField, string> {
  patientUuid: string
  text: string
  /** Names of chosen medicines that were given before. */
  products: readonly string[]
  /** One product per line. */
  otherProducts: string
  /** Values such as `MON MORNING`. */
  suits: readonly string[]
  /** Always empty; carries the error that nothing was changed. */
  corrections: ''
}

export type Owner = Partial<Pick<Client, DetailField>> | undefined

/** Returns the initial values, from the URL and the owner's details. */
export const valuesOf = (search: NewRequestSearch, owner: Owner): Values => ({
  patientUuid: search.patient ?? '',
  text: '',
  products: search.product ? [search.product] : [],
  otherProducts: '',
  suits: [],
  corrections: '',
  ...recordOf(DETAIL_FIELDS, (field) => owner?.[field] ?? ''),
})

export interface RequestContext {
  kind: RequestKind
  search: NewRequestSearch
  owner: Owner
  products: readonly Product[]
}

/** Request without uuid and photos, which are not form fields. */
type RequestContent = Omit<NewRequest, 'uuid' | 'photoIds'>

export function requestOf(values: Values, { kind, search, owner, products }: RequestContext): RequestContent {
  const text = values.text.trim() || undefined
  const about = { kind, text, formerUuid: search.former }
  const patientUuid = values.patientUuid || undefined
  switch (kind) {
    case 'REPEAT_MEDICINE':
      return { ...about, patientUuid, products: [...chosen(values, products), ...typed(values)] }
    case 'APPOINTMENT':
      return {
        ...about,
        patientUuid,
        wish: wishOf(search),
        ...remindersOf(search),
        appointmentUuid: search.appointment,
        suits: isAboutTime(search) ? suitsOf(values) : undefined,
      }
    case 'QUESTION':
      return { ...about, patientUuid, reminderUuid: search.reminder, estimateUuid: search.estimate }
    case 'DETAILS':
      return { ...about, corrections: correctionsOf(values, owner) }
  }
}

/** Returns all reminders, and the first one separately for an API that knows only one. */
function remindersOf({ reminder, reminders }: NewRequestSearch): Pick<NewRequest, 'reminderUuid' | 'reminderUuids'> {
  const all = reminderUuidsOf({ reminderUuid: reminder, reminderUuids: reminders })
  return { reminderUuid: all[0], reminderUuids: all.length > 1 ? all : undefined }
}

/** Whether the request needs suitable times: not to cancel, and not for additions to a booked appointment. */
export const isAboutTime = (search: NewRequestSearch): boolean =>
  wishOf(search) === 'MOVE' || (wishOf(search) === 'BOOK' && !search.appointment)

/** Returns the `wish` of the URL. Without an appointment it is `BOOK`, because moving and cancelling need one. */
export const wishOf = ({ wish, appointment }: NewRequestSearch) => (appointment && wish) || APPOINTMENT_WISHES[0]

const chosen = (values: Values, products: readonly Product[]) =>
  values.products.flatMap((name) => {
    const product = products.find((one) => one.name === name)
    if (product?.isByTelephone) return []
    return { name, visitFormUuid: product?.visitFormUuid, logbookEntryUuid: product?.logbookEntryUuid }
  })

const typed = ({ otherProducts }: Values) =>
  otherProducts
    .split('\n')
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name)

function suitsOf({ suits }: Values): NewRequest['suits'] {
  const days = WEEKDAYS.map((day) => ({ day, parts: PARTS_OF_DAY.filter((part) => suits.includes(`${day} ${part}`)) }))
  const some = days.filter(({ parts }) => parts.length > 0)
  return some.length > 0 ? some : undefined
}

const correctionsOf = (values: Values, owner: Owner) =>
  DETAIL_FIELDS.flatMap((field) => {
    const present = owner?.[field]?.trim() ?? ''
    const wanted = values[field].trim()
    return wanted === present ? [] : [{ field, present: present || undefined, wanted: wanted || undefined }]
  })

/** Maps errors of request fields to form fields. */
export function atFields(errors: FieldErrors, { corrections }: Pick<NewRequest, 'corrections'>): FieldErrors {
  const shown: Record<string, string> = {}
  for (const [path, flag] of Object.entries(errors)) {
    const [field = '', place, part] = path.split(/[.[\]/]+/)
    const detail = field === 'corrections' && place ? corrections?.[Number(place)]?.field : undefined
    // Chosen names come from records and are valid, so errors of names and numbers belong to the text field.
    const isTyped = field === 'products' && (part === 'name' || flag === 'tooMany')
    shown[detail ?? (isTyped ? 'otherProducts' : field)] ??= flag
  }
  return shown
}

const NIL = '00000000-0000-0000-0000-000000000000'

/** Returns a schema that validates the request of the form with the server's schema. */
export async function schemaOf(context: RequestContext) {
  const { newRequestSchema } = await import('#contract/schemas/request.ts')
  return {
    async validate(values: Values) {
      const request = { ...requestOf(values, context), uuid: NIL }
      const missing = missingIn(request)
      const schemaErrors = await newRequestSchema.validate(request, { abortEarly: false }).then(() => ({}), flagsOf)
      const errors = Object.entries(atFields({ ...(missing && { [missing]: 'required' }), ...schemaErrors }, request))
      if (errors.length === 0) return
      throw Object.assign(new Error('Refused'), { inner: errors.map(([path, message]) => ({ path, message })) })
    },
  }
}

/** Whether the stored request equals the submitted one. It may come from an earlier submit whose response was lost. */
export function isSame(sent: PortalRequest, request: RequestContent): boolean {
  const content = ({ kind, patientUuid, text, products = [], wish, suits = [], corrections = [] }: RequestContent) =>
    JSON.stringify([
      kind,
      patientUuid ?? '',
      text ?? '',
      products.map(({ name }) => name),
      wish ?? '',
      suits.map(({ day, parts }) => [day, parts]),
      corrections.map(({ field, wanted }) => [field, wanted ?? '']),
    ])
  return content(sent) === content(request)
}
