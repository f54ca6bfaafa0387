import { useIntl } from 'react-intl'
import { MAX_EMAIL } from '#contract/text.ts'
import { TextField } from '#src/ui/forms/text-field.tsx'

/** E-mail field of a signed-out user. */
export function EmailField() {
  const intl = useIntl()
  return (
    <TextField
      name="email"
      max={MAX_EMAIL}
      type="email"
      autoComplete="email"
      required
      label={intl.formatMessage({ id: 'auth.forgot.email' })}
    />
  )
}
