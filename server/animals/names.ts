import { sql } from 'kysely'
import { distinctNames } from '#contract/patient.ts'
import { groupBy } from '#contract/values.ts'
import type { Language } from '#contract/languages.ts'
import { SPECIES } from '#contract/patient.ts'
import { BATCH_SIZE, isOneOf } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'

/** Returns the name of an animal, extended by a text that distinguishes it from namesakes of the same client. */
export type NameOfAnimal = (patientUuid: string | null | undefined, name: string | undefined) => string | undefined

/** Limit of the namesakes that are read beside the requested animals. */
const MAX_NAMESAKES = 1000

/** Returns a function that names the given animals in a language. A record without an animal name stays without one. */
export async function animalNames(
  db: Database,
  patientUuids: readonly (string | null | undefined)[],
  language: Language,
): Promise<NameOfAnimal> {
  const uuids = [...new Set(patientUuids)].filter((uuid) => uuid != null)
  const labels = new Map<string, string>()
  for (let from = 0; from < uuids.length; from += BATCH_SIZE) {
    const animals = await withNamesakes(db, uuids.slice(from, from + BATCH_SIZE))
    for (const own of groupBy(animals, ({ clientId }) => clientId).values())
      for (const [uuid, label] of distinctNames(own, (species) => speciesIn(language, species))) labels.set(uuid, label)
  }
  return (patientUuid, name) => (name && patientUuid && labels.get(patientUuid)) || name
}

/** Returns animals, and animals of the same client with the same search name. */
async function withNamesakes(db: Database, uuids: readonly string[]) {
  const names = db.selectFrom('patient').select(['client_uuid', 'search_name']).distinct().where('uuid', 'in', uuids)
  const isOther = sql`case when ${isOneOf(db, 'patient.uuid', uuids)} then 0 else 1 end`
  const rows = await db
    .selectFrom('patient')
    .innerJoin(names.as('named'), (join) =>
      join
        .onRef('named.client_uuid', '=', 'patient.client_uuid')
        .onRef('named.search_name', '=', 'patient.search_name'),
    )
    .select(['patient.uuid', 'patient.name', 'patient.client_uuid as clientId', 'patient.data'])
    .orderBy(isOther)
    .orderBy('patient.uuid')
    .limit(uuids.length + MAX_NAMESAKES)
    .execute()
  return rows.map(({ data, ...animal }) => ({ ...parseStored('patient', data), ...animal }))
}

/** Returns the word for a species in running text; undefined for `OTHER` and unknown species. */
function speciesIn(language: Language, species: string): string | undefined {
  const known = SPECIES.find((one) => one === species && one !== 'OTHER')
  return known && textsIn(language).text(`client.patients.species.${known}`).toLowerCase()
}
