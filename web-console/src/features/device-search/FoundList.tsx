import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { devicesEntity } from '@/features/devices'
import { useServerMessage } from '@/kit/errors'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import type { FoundDevice, FoundDeviceResult } from './api'
import styles from './SearchPage.module.css'

interface Props {
  devices: FoundDevice[]
  /** What became of those that were to be created, by serial number. */
  results: Record<string, FoundDeviceResult>
  chosen: string[]
  onChoose: (serials: string[]) => void
}

/** A device that the platform does not know, or that is here already, cannot be chosen. */
export function canCreate(device: FoundDevice, result: FoundDeviceResult | undefined): boolean {
  return device.type !== null && !device.is_known && !result?.id
}

/** What answered, as it comes in. */
export function FoundList({ devices, results, chosen, onChoose }: Props) {
  const { t } = useTranslation('device-search')
  const free = devices.filter((each) => canCreate(each, results[each.serial_number]))
  const all = free.map(({ serial_number: serial }) => serial)
  const isAll = all.length > 0 && all.every((serial) => chosen.includes(serial))
  const toggle = (serial: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, serial] : chosen.filter((each) => each !== serial))
  return (
    <section className={styles.step} aria-label={t('found.title')}>
      <div className={styles.heading}>
        <h2>{t('found.title')}</h2>
        {all.length > 0 && (
          <Checkbox checked={isAll} onChange={() => onChoose(isAll ? [] : all)}>
            {t('found.all', { count: all.length })}
          </Checkbox>
        )}
      </div>
      <ul className={styles.found}>
        {devices.map((device) => (
          <li key={device.serial_number}>
            <Checkbox
              aria-label={t('found.choose', { name: device.serial_number })}
              checked={chosen.includes(device.serial_number)}
              disabled={!canCreate(device, results[device.serial_number])}
              onChange={(event) => toggle(device.serial_number, event.target.checked)}
            />
            <span className={styles.what}>
              <span className="mono">{device.serial_number}</span>
              <small>{[device.model, device.firmware].filter(Boolean).join(' · ')}</small>
            </span>
            <span className="mono">
              {device.ip_address}:{device.port}
            </span>
            <span>
              <Standing device={device} result={results[device.serial_number]} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Standing({ device, result }: { device: FoundDevice; result?: FoundDeviceResult }) {
  const { t } = useTranslation('device-search')
  const message = useServerMessage()
  if (result?.id) {
    return (
      <Link to={pathsOf(devicesEntity).of(result.id)}>
        <StatusTag tone="success">{t('found.created')}</StatusTag>
      </Link>
    )
  }
  if (result?.message) {
    const [first] = Object.values(result.fields ?? {})
    return <StatusTag tone="error">{message(first ?? result.message)}</StatusTag>
  }
  if (device.is_known) return <StatusTag tone="neutral">{t('found.known')}</StatusTag>
  if (device.type === null) return <StatusTag tone="warning">{t('found.unknown')}</StatusTag>
  return <StatusTag tone="info">{t('found.new')}</StatusTag>
}
