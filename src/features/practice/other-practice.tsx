import { Link } from '@tanstack/react-router'
import Repeat from 'lucide-react/icons/repeat'
import { FormattedMessage } from 'react-intl'
import { otherChoice, useOwnPractices } from '#src/api/own-client.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

/** Link to the choice of practice and client, where there is more than one to choose from. */
export function OtherPractice() {
  const text = otherChoice(useOwnPractices())
  if (!text) return null
  return (
    <Link to="/auth/select-clinic" className={linkButtonClass}>
      <Repeat />
      <FormattedMessage id={text} />
    </Link>
  )
}
