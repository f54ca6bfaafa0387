import Copy from 'lucide-react/icons/copy'
import { useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { IconButton } from '#src/ui/forms/button.tsx'
import styles from './pay.module.css'

interface CopiedFactProps {
  name: string
  /** What is copied. */
  text: string
  /** How it is shown. */
  children: ReactNode
  /** What came of it. */
  onCopy: (told: string) => void
}

/** A fact with a button that copies it; where the clipboard is refused, it is selected. */
export function CopiedFact({ name, text, children, onCopy }: CopiedFactProps) {
  const { formatMessage } = useIntl()
  const shown = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      onCopy(formatMessage({ id: 'client.pay.copied' }, { what: name }))
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      onCopy(formatMessage({ id: 'client.pay.notCopied' }, { what: name }))
    }
  }

  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd ref={shown}>{children}</dd>
      <dd>
        <IconButton
          icon={Copy}
          label={formatMessage({ id: 'client.pay.copy' }, { what: name })}
          onClick={() => void copy()}
        />
      </dd>
    </div>
  )
}
