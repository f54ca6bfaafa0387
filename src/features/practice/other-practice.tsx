import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Repeat from 'lucide-react/icons/repeat'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { usePortal } from '#src/lib/store.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'

/** Link to the choice of practice, for a client of several. */
export function OtherPractice() {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const { data: practices } = useQuery({ ...practiceQueries.own(userId), enabled: false })
  if (!practices || practices.length < 2) return null
  return (
    <Link to="/auth/select-clinic" className={linkButtonClass}>
      <Repeat />
      <FormattedMessage id="client.otherPractice" />
    </Link>
  )
}
