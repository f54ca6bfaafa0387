import { sql } from 'kysely'
import { namesApart } from '#contract/patient.ts'
import { groupBy } from '#contract/values.ts'
import type { Language } from '#contract/languages.ts'
import { SPECIES } from '#contract/patient.ts'
import { BATCH, isOneOf } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'

/** How to call an animal: its name, or the text that tells it from another animal of the client with the same name. */
export type NameOfAnimal = (patientUuid: string | null | undefined, name: string | undefined) => string | undefined

/** Namesakes that an animal is told apart from, beside the animals that are asked for. */
const MAX_NAMESAKES = 1000

/** Returns how to call some animals in a language. A record without a name of its animal stays without one. */
export async function animalNames(
  db: Database,
  patientUuids: readonly (string | null | undefined)[],
  language: Language,
): Promise<NameOfAnimal> {
  const uuids = [...new Set(patientUuids)].filter((uuid) => uuid != null)
  const labels = new Map<string, string>()
  for (let from = 0; from < uuids.length; from += BATCH) {
    const animals = await withNamesakes(db, uuids.slice(from, from + BATCH))
    for (const own of groupBy(animals, ({ clientId }) => clientId).values())
      for (const [uuid, label] of namesApart(own, (species) => speciesIn(language, species))) labels.set(uuid, label)
  }
  return (patientUuid, name) => (name && patientUuid && labels.get(patientUuid)) || name
}

/** Some animals, and others of the same client whose names a search folds to the same text. */
async function withNamesakes(db: Database, uuids: readonly string[]) {
  const names = db.selectFrom('patient').select(['client_uuid', 'search_name']).distinct().where('uuid', 'in', uuids)
  const asked = sql`case when ${isOneOf(db, 'patient.uuid', uuids)} then 0 else 1 end`
  const rows = await db
    .selectFrom('patient')
    .innerJoin(names.as('named'), (join) =>
      join
        .onRef('named.client_uuid', '=', 'patient.client_uuid')
        .onRef('named.search_name', '=', 'patient.search_name'),
    )
    .select(['patient.uuid', 'patient.name', 'patient.client_uuid as clientId', 'patient.data'])
    .orderBy(asked)
    .orderBy('patient.uuid')
    .limit(uuids.length + MAX_NAMESAKES)
    .execute()
  return rows.map(({ data, ...animal }) => ({ ...parseStored('patient', data), ...animal }))
}

/** The word for a species in running text; `OTHER` and unknown species say nothing. */
function speciesIn(language: Language, species: string): string | undefined {
  const known = SPECIES.find((one) => one === species && one !== 'OTHER')
  return known && textsIn(language).text(`client.patients.species.${known}`).toLowerCase()
}
