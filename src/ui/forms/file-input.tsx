import CircleAlert from 'lucide-react/icons/circle-alert'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from '#src/ui/classes.ts'
import { HiddenFileInput } from './hidden-file-input.tsx'
import fieldStyles from './field.module.css'
import styles from './file-input.module.css'
import { Progress } from '#src/ui/feedback/progress.tsx'

interface FileInputProps {
  label: ReactNode
  hint: ReactNode
  /** Accepted file types, for the `accept` attribute. */
  accept: string
  preview: ReactNode
  buttonLabel: ReactNode
  /** Error about the chosen file. */
  error?: ReactNode
  /** Upload in progress: the name of the file and the sent part, from 0 to 1. */
  sending?: { name: string; share: number; label: string } | null | undefined
  onFile: (file: File) => void
  /** Further buttons beside the one that chooses a file. */
  actions?: ReactNode
}

/** File input with a button and a drop target, for one file at a time. */
export function FileInput(props: FileInputProps) {
  const { label, hint, accept, preview, buttonLabel, error, sending, onFile, actions } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function take([file]: Iterable<File>) {
    if (file && !sending) onFile(file)
  }

  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${id}-label`}>
        {label}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping a file is a shortcut of the button */}
      <div
        className={classes(styles.drop, over && styles.over)}
        role="group"
        aria-labelledby={`${id}-label`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        {preview}
        <div className={styles.text}>
          {sending && (
            <>
              <p>{sending.name}</p>
              <Progress aria-label={sending.label} value={sending.share} />
            </>
          )}
          <p className={fieldStyles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        </div>
        <HiddenFileInput ref={input} accept={accept} onFiles={take} />
        <Button
          variant="secondary"
          icon={Upload}
          busy={Boolean(sending)}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {buttonLabel}
        </Button>
        {actions}
      </div>
      {error && (
        <p className={fieldStyles.error} id={`${id}-error`} role="alert">
          <CircleAlert />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
