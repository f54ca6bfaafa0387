import Building2 from 'lucide-react/icons/building-2'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import * as paths from '#contract/later-paths.ts'
import { apiRoot } from '#src/lib/api-root.ts'
import { keepReturn } from '#src/session/kept-return.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'

/** Returns the name of the OpenID Connect issuer, which our server writes into the page, or a general name. */
export const issuerName = (intl: IntlShape): string =>
  document.querySelector<HTMLMetaElement>('meta[name="portal-issuer-name"]')?.content ||
  intl.formatMessage({ id: 'auth.oidc.name' })

/** Link to the sign-in page of the issuer. Keeps the page to open afterwards. `fresh`: the issuer asks again who the person is. */
export function OidcSignIn({ fresh = false }: { fresh?: boolean }) {
  const intl = useIntl()
  const { session } = useRouter().options.context
  return (
    <a
      href={`${apiRoot}/${paths.oidcStart}${fresh ? '?fresh=true' : ''}`}
      className={buttonClass({ block: !fresh })}
      onClick={() => keepReturn(session.returnTo)}
    >
      <Building2 />
      <span>
        <FormattedMessage id={fresh ? 'auth.oidc.again' : 'auth.oidc.signIn'} values={{ name: issuerName(intl) }} />
      </span>
    </a>
  )
}
