import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import styles from './shown-once.module.css'

interface ShownOnceProps {
  title: ReactNode
  /** Text above the value. */
  lead: ReactNode
  label: ReactNode
  value: string
  copyLabel: string
  closeLabel: ReactNode
  copied: ReactNode
  /** Text if the browser does not let the portal copy; the value is then selected. */
  selected: ReactNode
  onClose: () => void
  children?: ReactNode
}

/** Dialog with a key or secret that no other page shows, and a button that copies it. */
export function ShownOnce({
  title,
  lead,
  label,
  value,
  copyLabel,
  closeLabel,
  copied,
  selected,
  onClose,
  children,
}: ShownOnceProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState<'copied' | 'selected'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setDone('copied')
    } catch {
      field.current?.select()
      setDone('selected')
    }
  }

  return (
    <Dialog
      title={title}
      foot={
        <Button variant="primary" onClick={onClose}>
          {closeLabel}
        </Button>
      }
      onClose={onClose}
    >
      <p>{lead}</p>
      <Field id={id} label={label}>
        <div className={styles.row}>
          <input
            {...fieldAttributes({ id })}
            ref={field}
            className={input.input}
            readOnly
            spellCheck={false}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the focused button
            autoFocus
            value={value}
            onFocus={({ target }) => target.select()}
          />
          <IconButton icon={Copy} label={copyLabel} onClick={() => void copy()} />
        </div>
      </Field>
      {children}
      {done && <Message kind={done === 'copied' ? 'success' : 'info'}>{done === 'copied' ? copied : selected}</Message>}
    </Dialog>
  )
}
