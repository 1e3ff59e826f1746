import { ThunderboltOutlined } from '@ant-design/icons'
import { Command } from 'cmdk'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchQuery, type FoundEntity } from '@/api/generated/search'
import { useErrorText } from '@/kit/errors'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useScreenTitle } from '../shell/useScreenTitle'
import { groupsOf, stillMeeting } from './found'
import { OBJECTS, type Order } from './verbs'

interface Props {
  /** What the server is asked. */
  search: string
  /** What has been typed since. */
  typed: string
  /** What is to be done with what is found. */
  order: Order | undefined
  onOrder: (row: FoundEntity) => void
  onGo: (path: string) => void
  /** New rows have appeared above what was there. */
  onFound: () => void
  onBusy: (key: string, isBusy: boolean) => void
}

const KEY = 'search'

/** What the server found by names, e-mails, cards, serials and numbers: grouped, the best group first. */
export function SearchResults({ search, typed, order, onOrder, onGo, onFound, onBusy }: Props) {
  const { t } = useTranslation('shell')
  const titleOf = useScreenTitle()
  const errorText = useErrorText()
  const { meets } = useCan()
  // Names and numbers change under the search, which no cached answer is told of.
  const { data, isFetching, error } = useSearchQuery(
    { query: search },
    { refetchOnMountOrArgChange: true },
  )
  useEffect(() => {
    onBusy(KEY, isFetching)
    return () => onBusy(KEY, false)
  }, [isFetching, onBusy])

  const isStale = isFetching || typed !== search
  const groups = useMemo(() => {
    const items = data?.items ?? []
    return groupsOf(isStale ? stillMeeting(items, typed) : items)
  }, [data, isStale, typed])
  const shown = groups.filter(({ entity }) => meets(entity.can.read))
  const objects = order
    ? shown.flatMap(({ rows }) => rows.filter(({ kind }) => kind === OBJECTS[order.verb]))
    : []
  const first = objects[0] ?? shown[0]?.rows[0]
  const best = first && `${order?.verb ?? ''} ${first.kind}-${first.id}`
  useEffect(() => {
    if (best !== undefined) onFound()
  }, [best, onFound])

  const isPartial = !isStale && (data?.missing_services.length ?? 0) > 0
  return (
    <>
      {error !== undefined && !isFetching ? (
        <p data-palette-note role="alert">
          {errorText(error)}
        </p>
      ) : (
        isPartial && (
          <p data-palette-note role="status">
            {t('palette.partial')}
          </p>
        )
      )}
      {order && objects.length > 0 && (
        <Command.Group heading={t('palette.orders')}>
          {objects.map((row) => (
            <Command.Item
              key={row.id}
              value={`${order.verb}-${row.id}`}
              onSelect={() => onOrder(row)}
            >
              <ThunderboltOutlined aria-hidden />
              {t(`palette.options.order.${order.verb}`, { name: row.name })}
              {row.detail && <small>{row.detail}</small>}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {shown.map(({ entity, rows }) => {
        const { key, icon: Icon } = entity
        return (
          <Command.Group key={key} heading={titleOf(key)}>
            {rows.map(({ kind, id, name, detail }) => (
              <Command.Item
                key={id}
                value={`${kind}-${id}`}
                onSelect={() => onGo(pathsOf(entity).of(id))}
              >
                <Icon />
                {name}
                {detail && <small>{detail}</small>}
              </Command.Item>
            ))}
          </Command.Group>
        )
      })}
    </>
  )
}
