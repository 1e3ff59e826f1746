import {
  CheckOutlined,
  CloseOutlined,
  ExclamationOutlined,
  LinkOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { elevatorsApi } from '@/api/generated/elevators'
import type { Id, Ref } from '@/api/types'
import { Loading } from '@/kit/feedback'
import { elevators } from '@/features/elevators'
import { useErrorText } from '@/kit/errors'
import { useCan } from '@/kit/permissions'
import { useRuleList, type RuleElevator } from '../api'
import type { ElevatorChoice } from '../schema'
import { gridFloors, otherWays, wayOf, type GridFloor, type Way } from './cells'
import styles from './FloorGrid.module.css'
import { useFloorToggles } from './useFloorToggles'

/** Users that are drawn; what the others get is the same. */
const SHOWN = 15
/** Other rules of an elevator that are looked through. */
const OTHER_RULES = 500

interface Props {
  choice: ElevatorChoice
  users: readonly Ref[]
  /** The rule that is edited. */
  ruleId: Id | undefined
  /** What the saved rule says of this elevator. */
  known: RuleElevator | undefined
  isDisabled: boolean
  onChange: (floors: number[]) => void
  onRemove: () => void
}

/** One elevator of a rule: its floors as columns, the users as rows, and in each cell why somebody gets there. */
export function FloorGrid(props: Props) {
  const { choice, users, ruleId, isDisabled, onChange, onRemove } = props
  const { t } = useTranslation('elevator-access-rules')
  const errorText = useErrorText()
  const { floors, isLoading, error } = useFloors(props)
  const others = useOthers(choice.id, ruleId)
  const selectable = floors.filter(({ is_public }) => !is_public).map(({ floor }) => floor)
  const present = floors
    .filter(({ is_public, is_missing }) => !is_public && !is_missing)
    .map(({ floor }) => floor)
  const toggle = useFloorToggles({ floors: selectable, chosen: choice.floors, onChange })
  const rest = users.length - SHOWN
  return (
    <section className={styles.elevator} aria-label={choice.name}>
      <header>
        <h3>{choice.name}</h3>
        <span className="tabular">{t('grid.chosen', { count: choice.floors.length })}</span>
        <Button
          size="small"
          disabled={isDisabled || present.length === 0}
          onClick={() => onChange([...new Set([...choice.floors, ...present])])}
        >
          {t('grid.all')}
        </Button>
        <Button
          size="small"
          disabled={isDisabled || choice.floors.length === 0}
          onClick={() => onChange([])}
        >
          {t('grid.none')}
        </Button>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          disabled={isDisabled}
          aria-label={t('grid.remove', { name: choice.name })}
          onClick={onRemove}
        />
      </header>
      {isLoading && <Loading title={false} paragraph={{ rows: 2 }} />}
      {error !== undefined && (
        <p className={styles.note} role="alert">
          {errorText(error)}
        </p>
      )}
      {!isLoading && error === undefined && floors.length === 0 && (
        <p className={styles.note}>{t('grid.noFloors')}</p>
      )}
      {floors.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        <div className={styles.scroll} role="group" aria-label={choice.name} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('fields.users')}</th>
                {floors.map((floor) => (
                  <FloorHead
                    key={floor.floor}
                    floor={floor}
                    isDisabled={isDisabled}
                    toggle={toggle}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {users.slice(0, SHOWN).map(({ id, name }) => (
                <tr key={id}>
                  <th scope="row" title={name}>
                    {name}
                  </th>
                  {floors.map((floor) => (
                    <WayCell
                      key={floor.floor}
                      way={wayOf({
                        user: id,
                        floor,
                        isChosen: choice.floors.includes(floor.floor),
                        others,
                      })}
                    />
                  ))}
                </tr>
              ))}
              {users.length === 0 && (
                <tr>
                  <td colSpan={floors.length + 1} className={styles.nobody}>
                    {t('grid.nobody')}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      {rest > 0 && <p className={styles.note}>{t('grid.moreUsers', { count: rest })}</p>}
    </section>
  )
}

/** The floors of an elevator as it has them now; whoever may not see elevators gets those that the rule knows. */
function useFloors({ choice, known }: Props) {
  const { meets } = useCan()
  const maySee = meets(elevators.can.read)
  const { data, isLoading, error } = elevatorsApi.useListElevatorFloorsQuery(
    { id: choice.id },
    { skip: !maySee, refetchOnMountOrArgChange: true },
  )
  const floors = useMemo(() => {
    const told = (known?.available_floors ?? []).map(({ floor, name }) => ({
      floor,
      name,
      is_public: false,
    }))
    if (maySee && !data) return []
    return gridFloors(data?.items ?? told, choice.floors)
  }, [data, known, maySee, choice.floors])
  return { floors, isLoading, error: data ? undefined : error }
}

/** What other rules give on the same elevator, as far as the person sees them. */
function useOthers(elevator: Id, ruleId: Id | undefined) {
  const { data } = useRuleList({
    page: 1,
    size: OTHER_RULES,
    sort: 'name',
    filters: {
      match: 'match_all',
      items: [{ field: 'elevator_id', rule: 'equals', value: elevator }],
    },
  })
  return useMemo(() => otherWays(data?.items ?? [], elevator, ruleId), [data, elevator, ruleId])
}

interface HeadProps {
  floor: GridFloor
  isDisabled: boolean
  toggle: ReturnType<typeof useFloorToggles>
}

function FloorHead({ floor, isDisabled, toggle }: HeadProps) {
  const { t } = useTranslation('elevator-access-rules')
  const { floor: number, name, is_public, is_missing } = floor
  const called = name
    ? t('grid.named', { floor: number, name })
    : t('grid.floor', { floor: number })
  if (is_public) {
    const label = `${called}: ${t('options.ways.public')}`
    return (
      <th scope="col" title={label} aria-label={label} className={styles.public}>
        {number}
      </th>
    )
  }
  const label = is_missing ? `${called}: ${t('grid.missing')}` : called
  return (
    <th scope="col" data-missing={is_missing}>
      <button
        type="button"
        {...toggle(number)}
        disabled={isDisabled}
        title={label}
        aria-label={label}
      >
        {number}
        {is_missing && <ExclamationOutlined aria-hidden />}
      </button>
    </th>
  )
}

const SIGNS = { rule: CheckOutlined, public: TeamOutlined, other: LinkOutlined } as const

function WayCell({ way }: { way: Way }) {
  const { t } = useTranslation('elevator-access-rules')
  if (way.kind === 'none') return <td aria-label={t('options.ways.none')} />
  const Sign = SIGNS[way.kind]
  const label =
    way.kind === 'other'
      ? t('grid.byOther', { names: way.names.join(', ') })
      : t(`options.ways.${way.kind}`)
  return (
    <td data-way={way.kind} title={label} aria-label={label}>
      <Sign aria-hidden />
    </td>
  )
}

/** What the signs of the grid mean. */
export function Legend() {
  const { t } = useTranslation('elevator-access-rules')
  return (
    <ul className={styles.legend}>
      {(['rule', 'other', 'public'] as const).map((kind) => {
        const Sign = SIGNS[kind]
        return (
          <li key={kind}>
            <span data-way={kind}>
              <Sign aria-hidden />
            </span>
            {t(`options.ways.${kind}`)}
          </li>
        )
      })}
    </ul>
  )
}
