import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './recovery-code-list.module.css'

/** Recovery codes, shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <p role="status">
        <FormattedMessage id="auth.factor.codesText" />
      </p>
      <ul className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {copied !== undefined && (
        <Message kind={copied ? 'success' : 'info'}>
          <FormattedMessage id={copied ? 'auth.factor.codesCopied' : 'auth.factor.codesNotCopied'} />
        </Message>
      )}
      <Button variant="secondary" icon={Copy} onClick={() => void copy()}>
        <FormattedMessage id="auth.factor.copyCodes" />
      </Button>
      <Button variant="primary" onClick={onDone}>
        <FormattedMessage id="auth.factor.codesKept" />
      </Button>
    </>
  )
}
