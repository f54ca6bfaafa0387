import type { PortalRequest } from '#contract/schemas/request.ts'
import { type MyData, documentLists } from './data.ts'
import type { Missing } from './overview.ts'

interface Known {
  names: ReadonlyMap<string, string>
  missing: readonly Missing[]
  at: Date
}

/** All fields as the API gave them, for other programs; of a file its place in the download. */
export function asJson(data: MyData, { names, missing, at }: Known): string {
  const {
    account,
    client,
    practice,
    patients,
    reminders,
    appointments,
    requests,
    seen,
    sharedCards,
    logbooks,
    incomplete,
  } = data
  const elsewhere = new Map(
    missing.flatMap(({ document, why }) => (why.why === 'otherHost' ? [[document.uuid, why.url] as const] : [])),
  )
  // A signed URL is a bearer secret and expires within minutes: it is not exported.
  const fileOf = (uuid: string) => {
    const file = names.get(uuid)
    const url = elsewhere.get(uuid)
    return { ...(file && { file }), ...(url && { url }) }
  }
  const withFile = ({ url: _, ...record }: { uuid: string; url?: unknown }) => ({ ...record, ...fileOf(record.uuid) })
  const withPhotos = ({ photos, ...request }: PortalRequest) => ({
    ...request,
    ...(photos && { photos: photos.map(({ id }) => ({ id, ...fileOf(id) })) }),
  })
  const all = {
    asOf: at.toISOString(),
    account,
    practice,
    client,
    patients: patients.map((patient) => ({ ...patient, logbook: logbooks.get(patient.uuid) ?? [] })),
    reminders,
    ...(appointments && { appointments }),
    ...(requests && { requests: requests.map(withPhotos) }),
    ...(seen && { seen }),
    ...(sharedCards && { sharedCards }),
    ...Object.fromEntries(documentLists(data).map(([list, records]) => [list, records.map(withFile)])),
    notIncluded: {
      lists: incomplete,
      files: missing.map(({ document: { list, uuid }, why }) => ({ list, uuid, why: why.why })),
    },
  }
  return `${JSON.stringify(all, null, 2)}\n`
}
