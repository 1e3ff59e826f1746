import {
  CaretRightOutlined,
  HddOutlined,
  PauseOutlined,
  UpOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterBuilder, FilterChips } from '@/kit/filter'
import type { ListControl } from '@/kit/list'
import { SearchBox } from '@/kit/table/SearchBox'
import type { EventSource } from './api'
import { DEVICE, USER } from './entities'
import { EntityFilter } from './EntityFilter'
import { MAX_HELD, type Feed, type FeedChange } from './feed'
import styles from './feed.module.css'
import { LiveMark } from './LiveMark'
import { useEventFilters } from './useEventFilters'

interface Props {
  source: EventSource
  list: ListControl
  feed: Feed
  change: (change: FeedChange) => void
}

/** What the feed is narrowed to, whether it runs, and how much is new. */
export function FeedToolbar({ source, list, feed, change }: Props) {
  const { t } = useTranslation('events')
  const fields = useEventFilters(source)
  const { filters } = list.state
  const setFilters = (next: typeof filters) => list.set({ filters: next })
  const isEntity = ({ field }: { field: string }) => field === DEVICE.field || field === USER.field
  const chosen = filters.items.filter(isEntity)
  const rest = { ...filters, items: filters.items.filter((item) => !isEntity(item)) }
  const setRest = (next: typeof filters) =>
    setFilters({ ...next, items: [...next.items, ...chosen] })

  return (
    <>
      <div className={styles.toolbar}>
        <SearchBox value={list.state.search} onSearch={(search) => list.set({ search })} />
        <EntityFilter
          entity={DEVICE}
          label={t('fields.device')}
          icon={<HddOutlined />}
          value={filters}
          onChange={setFilters}
        />
        <EntityFilter
          entity={USER}
          label={t('fields.user')}
          icon={<UserOutlined />}
          value={filters}
          onChange={setFilters}
        />
        <FilterBuilder fields={fields} value={rest} onApply={setRest} />
        <span className={styles.gap} />
        <LiveMark isPaused={feed.isPaused} />
        <Button
          icon={feed.isPaused ? <CaretRightOutlined /> : <PauseOutlined />}
          onClick={() => change({ kind: feed.isPaused ? 'resumed' : 'paused' })}
        >
          {feed.isPaused ? t('resume') : t('pause')}
        </Button>
      </div>
      <FilterChips fields={fields} value={rest} onChange={setRest} />
      <div aria-live="polite" className={styles.newLine}>
        {feed.held.length > 0 && (
          <Button
            type="primary"
            shape="round"
            size="small"
            icon={<UpOutlined />}
            onClick={() => change({ kind: 'revealed' })}
          >
            {feed.hasGap ? t('newMany', { max: MAX_HELD }) : t('new', { count: feed.held.length })}
          </Button>
        )}
      </div>
    </>
  )
}
