import type { ListedPatient } from '#contract/schemas/patient.ts'
import Camera from 'lucide-react/icons/camera'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './patient-photo.module.css'
import { PatientTile } from './patient-tile.tsx'

const PhotoDialog = createLazyModule(() => import('./photo-dialog.tsx').then((module) => module.PhotoDialog))

interface PatientPhotoProps {
  patient: ListedPatient
  /** Client whose owner may change the photo; undefined for staff. */
  ownerOf: string | undefined
  isNamed?: boolean | undefined
}

/** Tile of a patient, with a button for the owner to choose its photo. */
export function PatientPhoto({ patient, ownerOf, isNamed }: PatientPhotoProps) {
  const intl = useIntl()
  const canChange = useCan('animal-photos')
  const [isOpen, setOpen] = useState(false)
  if (!canChange || ownerOf === undefined) return <PatientTile size="large" patient={patient} isNamed={isNamed} />
  const label = intl.formatMessage(
    { id: patient.ownPhoto ? 'client.patients.photoChange' : 'client.patients.photoAdd' },
    { name: patient.name },
  )
  return (
    <span className={styles.photo}>
      <PatientTile size="large" patient={patient} isNamed={isNamed} />
      <IconButton
        icon={Camera}
        label={label}
        className={styles.button}
        onClick={() => void PhotoDialog.openAfterImport(() => setOpen(true))}
      />
      {isOpen && <PhotoDialog clientId={ownerOf} patient={patient} onClose={() => setOpen(false)} />}
    </span>
  )
}
