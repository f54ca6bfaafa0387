import { Link, useNavigate } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { FormattedMessage } from 'react-intl'
import { periodOf, periodSearch } from '#src/features/logbook/period.ts'
import type { LogbookPeriod } from '#src/api/logbook.ts'
import { isFormer } from '#contract/patient.ts'
import { AskLink } from '#src/features/requests/ask-link.tsx'
import { Identity } from '#src/features/patients/identity.tsx'
import { PatientFacts } from '#src/features/patients/patient-facts.tsx'
import { today as todayNow } from '#src/lib/dates.ts'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Stack } from '#src/ui/layout/page.tsx'
import type { PatientProps, PatientSearch } from './patient-props.ts'
import { PatientAppointments } from './patient-appointments.tsx'
import { PatientViews } from './patient-views.tsx'
import { BorderPage } from './card/border-card.tsx'
import { CardView } from './card/card-view.tsx'
import { LogbookView } from './logbook/logbook-view.tsx'
import { MedicinesView } from './medicines/medicines-view.tsx'
import { type TimelineKind, kindsOf, kindsSearch } from './timeline/kinds.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import styles from '#src/features/patients/patients.module.css'

/** A patient: identity, facts and one of its views. */
export function PatientDetail({ search, ...of }: PatientProps & { search: PatientSearch }) {
  const { patient } = of
  const { show } = search
  const navigate = useNavigate()
  const today = todayNow()
  const period = periodOf(search, today)

  function choose(next: LogbookPeriod) {
    void navigate({
      to: '/client/patients/$patientId',
      params: { patientId: patient.uuid },
      search: { show, ...periodSearch(next, today) },
      resetScroll: false,
    })
  }

  function showKinds(kinds: readonly TimelineKind[]) {
    void navigate({
      to: '/client/patients/$patientId',
      params: { patientId: patient.uuid },
      search: { ...search, kinds: kindsSearch(kinds) },
      replace: true,
      resetScroll: false,
    })
  }

  const chosen = { ...of, today, period, onPeriod: choose }
  // Printable views have a print header of their own.
  const isPrintable = show === 'medicines' || show === 'card'
  if (show === 'border') {
    return (
      <BorderPage {...patient}>
        <CardView {...of} today={today} forBorder />
      </BorderPage>
    )
  }
  return (
    <>
      <div className={isPrintable ? 'no-print' : undefined}>
        <Stack>
          <Link
            to="/client/patients"
            activeOptions={{ exact: true }}
            className={classes(linkButtonClass, 'no-print', styles.back)}
          >
            <ArrowLeft />
            <FormattedMessage id="client.patients.back" />
          </Link>
          <Identity patient={patient} />
          {!isFormer(patient) && show !== 'card' && (
            <div className={classes('row', 'no-print')}>
              <AskLink patient={patient.uuid} />
            </div>
          )}
          {/* An appointment of several animals goes on without this one. */}
          {!isFormer(patient) && show !== 'card' && (
            <PatientAppointments {...of} patientId={patient.uuid} today={today} />
          )}
          {/* The card is about nothing else. */}
          {show !== 'card' && <PatientFacts patient={patient} today={today} folded />}
          <PatientViews {...chosen} show={show} />
        </Stack>
      </div>
      {show === undefined && <LogbookView {...chosen} />}
      {show === 'medicines' && <MedicinesView {...chosen} />}
      {show === 'card' && <CardView {...of} today={today} />}
      {show === 'thread' && <TimelineView {...of} today={today} shown={kindsOf(search.kinds)} onShown={showKinds} />}
    </>
  )
}
