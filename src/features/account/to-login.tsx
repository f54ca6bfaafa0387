import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'

export const ToLogin = () => (
  <p>
    <Link to="/auth/login" className={linkButtonClass}>
      <FormattedMessage id="auth.forgot.toLogin" />
    </Link>
  </p>
)

export const SignInLink = () => (
  <p>
    <Link to="/auth/login" className={buttonClass({ variant: 'primary' })}>
      <FormattedMessage id="auth.login.submit" />
    </Link>
  </p>
)
