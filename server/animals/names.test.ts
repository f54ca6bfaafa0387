import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { SPECIES } from '#contract/patient.ts'
import { SPECIES_WORDS } from './species-words.ts'

test.each(LANGUAGES)('the words for species are those of the portal in %s', (language) => {
  const file = join(import.meta.dirname, `../../locales/${language}.json`)
  const words: Record<string, string> = JSON.parse(readFileSync(file, 'utf8')).client.patients.species
  for (const species of SPECIES)
    expect(SPECIES_WORDS[language][species]).toBe(species === 'OTHER' ? undefined : words[species]?.toLowerCase())
})
