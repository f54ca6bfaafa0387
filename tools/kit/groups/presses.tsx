import { Link } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import Trash2 from 'lucide-react/icons/trash-2'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Button, IconButton, LinkButton, buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { OptionButton, Options } from '#src/ui/navigation/option.tsx'
import { type Group, nothing, part } from '../part.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-quiet'] as const
const LOOKS = { 'at rest': {}, 'with icon': { icon: Eye }, busy: { busy: true }, disabled: { disabled: true } }

const buttons = VARIANTS.flatMap((variant) =>
  Object.entries(LOOKS).map(([name, look]) => [`${variant}, ${name}`, { variant, children: 'Opslaan', ...look }]),
)
const option = { tile: <Tile initials="DW" />, title: 'DAP De Waag', onClick: nothing }

export const PRESSES: Group = {
  title: 'Buttons and menus',
  parts: {
    Button: part(
      Button,
      { ...Object.fromEntries(buttons), block: { variant: 'primary', block: true, children: 'Inloggen' } },
      { about: 'While it is busy the text stays, and a further press does nothing.' },
    ),
    IconButton: part(
      IconButton,
      { 'at rest': {}, danger: { danger: true }, disabled: { disabled: true } },
      { about: 'Its label is its name and its tooltip.', props: { icon: Trash2, label: 'Verwijderen' } },
    ),
    LinkButton: part(LinkButton, { button: { children: 'Wachtwoord vergeten?' } }),
    'buttonClass, linkButtonClass': part(Link, {
      'as a button': { className: buttonClass({ variant: 'secondary' }), children: 'Naar de dieren' },
      'as a link': { className: linkButtonClass, children: [<Eye key="icon" />, 'Bekijk als cliënt'] },
    }),
    'Menu, MenuItem': {
      about: 'Arrows, Home and End move; Escape closes and returns the focus; Tab leaves.',
      states: {
        'actions, one of them dangerous': (
          <Menu label="Acties" trigger="…">
            <MenuItem onSelect={nothing}>Bekijk als</MenuItem>
            <MenuItem icon={Trash2} danger onSelect={nothing}>
              Verwijderen
            </MenuItem>
          </Menu>
        ),
        'one of a few': (
          <Menu label="Volgorde" trigger="…">
            <MenuItem checked onSelect={nothing}>
              Op datum
            </MenuItem>
            <MenuItem checked={false} onSelect={nothing}>
              Op naam
            </MenuItem>
          </Menu>
        ),
      },
    },
    'Options, OptionButton': {
      wide: true,
      states: {
        'at rest, with a second line, busy, disabled with its state': (
          <Options>
            <OptionButton {...option} />
            <OptionButton {...option} sub="030 555 01 23" />
            <OptionButton {...option} busy />
            <OptionButton {...option} disabled state={<Status tone="bad">Geblokkeerd</Status>} />
          </Options>
        ),
      },
    },
  },
}
