import type { Patient } from '#contract/schemas/patient.ts'
import type { LucideIcon } from 'lucide-react'
import Bird from 'lucide-react/icons/bird'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import Rabbit from 'lucide-react/icons/rabbit'
import Rat from 'lucide-react/icons/rat'
import Squirrel from 'lucide-react/icons/squirrel'
import Turtle from 'lucide-react/icons/turtle'
import { type ComponentProps, useState } from 'react'
import { useIntl } from 'react-intl'
import { addressOf } from '#src/lib/api-root.ts'
import { classes } from '#src/ui/classes.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { Cattle, Donkey, Goat, Horse, Pig, Pony, Poultry, Sheep } from './farm-icons.tsx'
import styles from './patient-tile.module.css'
import { initialsOf, isHerd } from './patient-texts.ts'

interface PatientTileProps extends Pick<ComponentProps<typeof Tile>, 'tone'> {
  patient: Pick<Patient, 'name' | 'species' | 'kind' | 'photoUrl'>
  /** Size of a row, or that of a heading. */
  size?: 'large' | undefined
  /** Whether the photo has its name as alternative text; unnecessary beside the name. */
  isNamed?: boolean | undefined
}

/** Side of a photo in pixels before the styles have loaded. */
const SIDES = { row: 44, large: 76 }

/** Photo of a patient. Without a loadable photo, the icon of the species; twice for a herd. */
export function PatientTile({ patient, size, tone, isNamed = false }: PatientTileProps) {
  const intl = useIntl()
  /** URL that could not be loaded. Another URL is tried again, because the URLs of the server expire. */
  const [brokenUrl, setBrokenUrl] = useState('')
  const { name, species, photoUrl } = patient
  // Records that are read without a connection contain the photo itself.
  const url = photoUrl?.startsWith('data:image/jpeg;') ? photoUrl : addressOf(photoUrl ?? '')
  if (!url || url === brokenUrl) {
    return (
      <Tile
        size={size}
        tone={tone}
        icon={speciesIcon(species)}
        pair={size && isHerd(patient)}
        initials={initialsOf(name)}
      />
    )
  }
  const side = SIDES[size ?? 'row']
  return (
    <img
      className={classes(styles.photo, size && styles[size], tone === 'bad' && styles.bad)}
      src={url}
      alt={isNamed ? intl.formatMessage({ id: 'client.patients.photo' }, { name }) : ''}
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  )
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  DOG: Dog,
  CAT: Cat,
  RABBIT: Rabbit,
  GUINEA_PIG: Rat,
  FERRET: Squirrel,
  BIRD: Bird,
  REPTILE: Turtle,
  HORSE: Horse,
  PONY: Pony,
  DONKEY: Donkey,
  CATTLE: Cattle,
  SHEEP: Sheep,
  GOAT: Goat,
  PIG: Pig,
  POULTRY: Poultry,
}

/** Returns the icon of a species; undefined if there is none. */
export function speciesIcon(species: string | undefined): LucideIcon | undefined {
  return species && Object.hasOwn(ICONS, species) ? ICONS[species] : undefined
}
