import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Details } from '@/kit/details'
import { detailsOf, useFieldLabel } from '@/kit/fields'
import { refName } from '@/kit/refName'
import { pathsOf } from '@/kit/resource'
import { useElevator, type Elevator } from './api'
import { Building } from './building/Building'
import type { Callable } from './call/useCall'
import { elevatorFields } from './fields'
import { buildingOf } from './map/floors'
import { Readiness } from './Readiness'
import { RULES } from './rulesPath'

interface Props {
  elevator: Elevator
  onCall: (elevator: Callable, floor: number) => void
}

/** Rules that a drawer links to. */
const SHOWN = 10

/** An elevator in the side drawer of the list: its building, which can be called, and how it stands. */
export function ElevatorPreview({ elevator, onCall }: Props) {
  const { t } = useTranslation('elevators')
  const label = useFieldLabel('elevators')
  // Whether its controllers are ready is not in the list.
  const { data } = useElevator(elevator.id)
  const shown = data ?? elevator
  const floors = buildingOf(shown.devices)
  return (
    <>
      <Details
        rows={detailsOf<Elevator>(elevatorFields, label, shown, {
          domain: ({ domain }) => (domain ? refName(domain) : '—'),
          floors_count: ({ floors_count: count }) => count,
          devices: ({ devices }) => <Readiness controllers={devices} />,
          elevator_access_rules: ({ elevator_access_rules: rules }) =>
            rules.length === 0 ? (
              '—'
            ) : (
              <>
                {rules.slice(0, SHOWN).map(({ id, name }) => (
                  <div key={id}>
                    <Link className="target" to={pathsOf(RULES).edit(id)}>
                      {name}
                    </Link>
                  </div>
                ))}
                {rules.length > SHOWN && t('more', { count: rules.length - SHOWN })}
              </>
            ),
        })}
      />
      <br />
      {floors.length > 0 && (
        <Building
          floors={floors}
          controllers={shown.devices}
          onCall={(floor) => onCall(shown, floor)}
        />
      )}
    </>
  )
}
