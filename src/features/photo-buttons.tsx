import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ReactNode, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { PHOTO_ACCEPT } from '#src/lib/pictures.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { HiddenFileInput } from '#src/ui/forms/hidden-file-input.tsx'

interface PhotoButtonsProps {
  /** Label of the button that opens the files of the device. */
  label: ReactNode
  busy: boolean
  /** Whether the camera is offered where the device has one. */
  hasCamera?: boolean
  multiple?: boolean
  describedBy?: string | undefined
  /** Lets a form focus the first button. */
  name?: string | undefined
  onFiles: (files: File[]) => void
}

/** Buttons that open the files and the camera of the device. */
export function PhotoButtons({
  label,
  busy,
  hasCamera = true,
  multiple,
  describedBy,
  name,
  onFiles,
}: PhotoButtonsProps) {
  const isTouched = useMedia('(pointer: coarse)')
  const choose = useRef<HTMLInputElement>(null)
  const shoot = useRef<HTMLInputElement>(null)
  return (
    <div className="row">
      <HiddenFileInput ref={choose} accept={PHOTO_ACCEPT} multiple={multiple} onFiles={onFiles} />
      <HiddenFileInput ref={shoot} accept="image/*" capture="environment" onFiles={onFiles} />
      <Button
        variant="secondary"
        icon={ImagePlus}
        busy={busy}
        name={name}
        aria-describedby={describedBy}
        onClick={() => choose.current?.click()}
      >
        {label}
      </Button>
      {isTouched && hasCamera && (
        <Button variant="secondary" icon={Camera} busy={busy} onClick={() => shoot.current?.click()}>
          <FormattedMessage id="client.requests.photoTake" />
        </Button>
      )}
    </div>
  )
}
