import Bell from 'lucide-react/icons/bell'
import { Badge } from '#src/ui/data/badge.tsx'
import { BackLink } from '#src/ui/navigation/back-link.tsx'
import { FootBar, FootBarButton, FootBarLink } from '#src/ui/navigation/foot-bar.tsx'
import { Flag, LanguageSwitcher } from '#src/ui/navigation/language-switcher.tsx'
import { NavButton } from '#src/ui/navigation/nav-button.tsx'
import { ExternalNavLink, NavLink } from '#src/ui/navigation/nav-link.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { TabLink, Tabs, UnsavedDot } from '#src/ui/navigation/tabs.tsx'
import { type Group, nothing, part } from '../part.tsx'

const tabs = (
  <Tabs label="Lijsten">
    <TabLink to="/client/invoices">
      Laboratorium
      <UnsavedDot label="niet opgeslagen" />
    </TabLink>
    <TabLink to="/client/portal/reminders" count="1.043">
      Overige bestanden
    </TabLink>
  </Tabs>
)

export const NAVIGATION: Group = {
  title: 'Navigation',
  parts: {
    'NavLink, ExternalNavLink, NavButton': {
      states: {
        'current with a count, other with a large one, other without, another tab, a button with its keys': (
          <ul>
            <NavLink
              to="/client/portal/reminders"
              icon={Bell}
              label="Herinneringen"
              badge={3}
              badgeLabel="3 actieve"
              note="1 te laat"
            />
            <NavLink to="/client/invoices" icon={Bell} label="Facturen" badge={1043} />
            <NavLink to="/client/patients" icon={Bell} label="Dieren" badge={0} />
            <ExternalNavLink href="https://www.dewaag.example" icon={Bell} label="Website" />
            <NavButton icon={Bell} label="Zoek een cliënt" keys="Ctrl K" />
          </ul>
        ),
      },
    },
    BackLink: { states: { 'above a page': <BackLink to="/client/patients">Dieren</BackLink> } },
    'FootBar, FootBarLink, FootBarButton': {
      wide: true,
      states: {
        'at the foot of a telephone': (
          // Keeps the fixed bar within the example.
          <div style={{ contain: 'layout' }}>
            <FootBar label="Meest gebruikt">
              <FootBarLink to="/client/portal/reminders" icon={Bell} label="Herinneringen" badge={3} />
              <FootBarLink to="/client/patients" icon={Bell} label="Dieren" />
              <FootBarButton icon={Bell} label="Meer" aria-expanded={false} />
            </FootBar>
          </div>
        ),
      },
    },
    Badge: part(Badge, {
      '3': { count: 3 },
      '1043, read out as words': { count: 1043, label: '1043 actieve herinneringen' },
      '0: nothing': { count: 0 },
      'undefined: nothing': { count: undefined },
    }),
    'Tabs, TabLink': {
      wide: true,
      states: {
        'with a count': tabs,
        'narrow: the current one is scrolled into view': <div style={{ maxWidth: '18rem' }}>{tabs}</div>,
      },
    },
    Pager: part(
      Pager,
      {
        'many pages': { totalPages: 42, totalElements: 1043 },
        'few pages': { totalPages: 3, totalElements: 60 },
        'one page': { page: 1, totalPages: 1, totalElements: 4 },
        'unknown number of elements': { totalPages: 3 },
      },
      { about: 'Few numbers on touch screens.', wide: true, props: { page: 2, size: 25 } },
    ),
    LanguageSwitcher: part(LanguageSwitcher, { Dutch: { language: 'nl', onChange: nothing } }),
    Flag: part(Flag, { Dutch: { language: 'nl' }, English: { language: 'en' } }),
  },
}
