import type { ListedPatient } from '#contract/schemas/patient.ts'
import { useMutation } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { patientMutations } from '#src/api/patients.ts'
import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { PhotoButtons } from '#src/features/photo-buttons.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { MAX_CHOSEN_BYTES, closePicture, decodePicture, reducedTo } from '#src/lib/pictures.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { CancelButton, Dialog } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { PatientTile } from './patient-tile.tsx'
import { CropField } from './crop-field.tsx'
import { type Crop, WHOLE } from './crop.ts'
import { croppedPhoto } from './cropped-photo.ts'
import styles from './photo-dialog.module.css'

interface PhotoDialogProps {
  clientId: string
  patient: ListedPatient
  onClose: () => void
}

/** Longer side in pixels of the picture that is cropped; enough for the largest zoom on a telephone. */
const WORKING_SIDE = 2000

/** Dialog in which an owner chooses, crops, changes or removes the photo of an animal. */
export function PhotoDialog({ clientId, patient, onClose }: PhotoDialogProps) {
  const { uuid: patientId, name, ownPhoto } = patient
  const setting = useMutation(patientMutations.setPhoto(clientId))
  const removing = useMutation(patientMutations.removePhoto(clientId))
  const [picture, setPicture] = useState<HTMLCanvasElement>()
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const [isReading, setReading] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [problem, setProblem] = useState<ReactNode>()

  async function choose(file: File) {
    setReading(true)
    setProblem(undefined)
    const chosen = await workingPicture(file)
    setReading(false)
    if (typeof chosen === 'string') return setProblem(<FormattedMessage id={chosen} values={{ name: file.name }} />)
    setPicture(chosen)
    setCrop(WHOLE)
  }

  async function save(chosen: HTMLCanvasElement) {
    setProblem(undefined)
    try {
      await setting.mutateAsync({ patientId, photo: await croppedPhoto(chosen, crop) })
    } catch (error) {
      return setProblem(caughtFailure(error))
    }
    onClose()
    showMessage('success', 'client.patients.photoSaved')
  }

  async function remove() {
    await removing.mutateAsync(patientId)
    onClose()
    showMessage('success', 'client.patients.photoRemoved')
  }

  if (isRemoving)
    return (
      <ConfirmedAction
        title={<FormattedMessage id="client.patients.photoRemoveTitle" values={{ name }} />}
        confirmLabel={<FormattedMessage id="client.patients.photoRemove" />}
        act={remove}
        onClose={() => setRemoving(false)}
      >
        <p>
          <FormattedMessage id="client.patients.photoRemoveText" />
        </p>
      </ConfirmedAction>
    )
  return (
    <Dialog
      title={<FormattedMessage id="client.patients.photo" values={{ name }} />}
      foot={
        <>
          {ownPhoto && !picture && (
            <Button variant="danger-quiet" icon={Trash2} onClick={() => setRemoving(true)}>
              <FormattedMessage id="client.patients.photoRemove" />
            </Button>
          )}
          <CancelButton onClose={onClose} />
          {picture && (
            <Button variant="primary" busy={setting.isPending} onClick={() => void save(picture)}>
              <FormattedMessage id="core.buttons.save" />
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {picture ? (
        <CropField picture={picture} crop={crop} onCrop={setCrop} />
      ) : (
        <div className={styles.present}>
          <PatientTile size="large" patient={patient} />
          <p>
            <FormattedMessage id="client.patients.photoText" />
          </p>
        </div>
      )}
      <PhotoButtons
        label={<FormattedMessage id={picture ? 'client.patients.photoOther' : 'client.patients.photoChoose'} />}
        busy={isReading}
        hasCamera={!picture}
        onFiles={([file]) => file && void choose(file)}
      />
      {problem && <Message kind="error">{problem}</Message>}
    </Dialog>
  )
}

/** Returns the picture of a file in a size for cropping, or the reason why it cannot be used. */
async function workingPicture(file: File) {
  if (file.size > MAX_CHOSEN_BYTES) return 'client.requests.photoTooLarge'
  const decoded = await decodePicture(file)
  if (!decoded) return 'client.requests.photoUnreadable'
  const working = reducedTo(decoded, WORKING_SIDE)
  closePicture(decoded)
  return working
}
