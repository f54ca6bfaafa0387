import { namesApart } from '#contract/animal-names.ts'
import { foldName } from '#contract/fold-name.ts'
import { groupBy } from '#contract/group-by.ts'
import type { Language } from '#contract/languages.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { SPECIES_WORDS } from './species-words.ts'

/** How to call an animal: its name, or the text that tells it from another animal of the client with the same name. */
export type NameOfAnimal = (patientUuid: string | null | undefined, name: string | undefined) => string | undefined

/** Returns how to call the animals of clients in a language. A record without a name of its animal stays without one. */
export async function animalNames(
  db: Database,
  clientIds: readonly string[],
  language: Language,
): Promise<NameOfAnimal> {
  const alike = await withNamesakes(db, clientIds)
  const animals = alike.length === 0 ? [] : await animalsOf(db, alike)
  const byClient = groupBy(animals, ({ clientId }) => clientId)
  const labels = new Map<string, string>()
  for (const own of byClient.values())
    for (const [uuid, label] of namesApart(own, (species) => SPECIES_WORDS[language][species])) labels.set(uuid, label)
  return (patientUuid, name) => (name && patientUuid && labels.get(patientUuid)) || name
}

/** Read without their data: a client may have thousands of animals. */
async function withNamesakes(db: Database, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return []
  const rows = await db
    .selectFrom('patient')
    .select(['uuid', 'name', 'client_uuid'])
    .where('client_uuid', 'in', [...new Set(clientIds)])
    .execute()
  const groups = groupBy(rows, ({ client_uuid: clientId, name }) => `${clientId} ${foldName(name)}`)
  return [...groups.values()].flatMap((group) => (group.length > 1 ? group.map(({ uuid }) => uuid) : []))
}

/** Rows of one statement, within the limit of its parameters. */
const BATCH = 1000

async function animalsOf(db: Database, uuids: readonly string[]) {
  const animals = []
  for (let from = 0; from < uuids.length; from += BATCH) {
    const rows = await db
      .selectFrom('patient')
      .select(['uuid', 'name', 'client_uuid', 'data'])
      .where('uuid', 'in', uuids.slice(from, from + BATCH))
      .orderBy('uuid')
      .execute()
    animals.push(
      ...rows.map(({ uuid, name, client_uuid: clientId, data }) => ({ ...parseJson(data), uuid, name, clientId })),
    )
  }
  return animals
}
