import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Repeat } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { usePortal } from '#src/lib/store.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'

/** Link to the choice of practice, for a client of several. */
export function OtherPractice({ className }: { className?: string | undefined }) {
  const userId = usePortal(({ session }) => session?.userId ?? '')
  const { data: practices } = useQuery({ ...practiceQueries.own(userId), enabled: false })
  if (!practices || practices.length < 2) return null
  return (
    <Link to="/auth/select-clinic" className={classes(linkButtonClass, className)}>
      <Repeat />
      <FormattedMessage id="client.otherPractice" />
    </Link>
  )
}
