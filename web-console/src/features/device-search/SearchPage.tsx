import { Alert, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '@/kit/page'
import { CreateFound } from './CreateFound'
import { FoundList } from './FoundList'
import type { SearchView } from './pushes'
import { RangeForm } from './RangeForm'
import styles from './SearchPage.module.css'
import { Unclaimed } from './Unclaimed'
import { useCreateFound } from './useCreateFound'
import { useDeviceSearch } from './useDeviceSearch'

/** Devices of a network: found, chosen, created in one go. */
export default function DeviceSearchPage() {
  const { t } = useTranslation('device-search')
  const { search, start, isBusy, failure } = useDeviceSearch()
  const creation = useCreateFound()
  const [chosen, setChosen] = useState<string[]>([])
  const begin = (startIp: string, endIp: string) => {
    setChosen([])
    creation.forget()
    void start(startIp, endIp)
  }
  const devices = search?.devices ?? []
  return (
    <Page title={t('title')} note={t('note')}>
      <div className={styles.steps}>
        <RangeForm isBusy={isBusy} onSearch={begin} />
        {failure && <Alert type="error" showIcon title={failure} />}
        {search && <Standing search={search} />}
        {devices.length > 0 && (
          <>
            <FoundList
              devices={devices}
              results={creation.results}
              chosen={chosen}
              onChoose={setChosen}
            />
            <CreateFound
              devices={devices.filter(({ serial_number: serial }) => chosen.includes(serial))}
              creation={creation}
              onCreated={() => setChosen([])}
            />
          </>
        )}
        <Unclaimed />
      </div>
    </Page>
  )
}

/** How far the search is, in words too. */
function Standing({ search }: { search: SearchView }) {
  const { t } = useTranslation('device-search')
  const { state, done, total, devices } = search
  const share = total > 0 ? Math.min(done / total, 1) : 0
  const text = t(`options.states.${state ?? 'running'}`, { count: devices.length, done, total })
  return (
    <div className={styles.standing} role="status">
      <span>{text}</span>
      <Progress
        percent={Math.round((state === 'running' ? share : 1) * 100)}
        showInfo={false}
        status={state === 'failed' ? 'exception' : state === 'running' ? 'active' : 'normal'}
        strokeColor={state === 'failed' ? 'var(--error-ink)' : 'var(--primary)'}
        aria-label={text}
      />
    </div>
  )
}
