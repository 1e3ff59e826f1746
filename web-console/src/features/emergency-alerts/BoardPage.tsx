import { ArrowLeftOutlined, SoundOutlined, StopFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useTopic } from '@/api/realtime'
import { EmptyState, ErrorState, Loading, Reason } from '@/kit/feedback'
import { usePageTitle } from '@/kit/page'
import { useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { StatusTag } from '@/kit/status'
import { useDateFormat } from '@/kit/time'
import styles from './alerts.module.css'
import { useAlertRun, type AlertRun, type AlertRunDevice } from './api'
import { clock, DOOR_TONES, inOrder, isLive, LOCK_TONES, PLAY_TONES, toneOf } from './board'
import { emergencyAlertsEntity, PLAYBACK } from './entity'
import { ALERT_TOPIC } from './realtime'
import { RunTag } from './RunTag'
import { useStop } from './useStop'

const paths = pathsOf(emergencyAlertsEntity)
/** Milliseconds: for pushes that are lost. */
const POLL = 5_000

/** What every device of a run does, in the whole window: `?alert=` and `?run=` name it. */
export default function BoardPage() {
  const { t } = useTranslation('emergency-alerts')
  const [params] = useSearchParams()
  const [alert, run] = [Number(params.get('alert')), Number(params.get('run'))]
  const isNamed = [alert, run].every((id) => Number.isSafeInteger(id) && id > 0)
  return (
    <main className={styles.board}>
      <Link to={paths.list}>
        <ArrowLeftOutlined aria-hidden /> {t('back')}
      </Link>
      {isNamed ? (
        <Board key={run} alert={alert} run={run} />
      ) : (
        <EmptyState icon={SoundOutlined} title={t('noRun')} text={t('noRunText')} />
      )}
    </main>
  )
}

function Board({ alert, run: runId }: { alert: number; run: number }) {
  const { t } = useTranslation('emergency-alerts')
  useTopic(ALERT_TOPIC)
  const { data: run, error, refetch } = useAlertRun(alert, runId)
  useAlertRun(alert, runId, { pollingInterval: mayChange(run) ? POLL : 0 })
  usePageTitle(run?.alert?.name ?? t('board'))
  if (run)
    return (
      <>
        <Bar run={run} />
        <div className={styles.parts}>
          <Counts run={run} />
          {run.door_mode === 'lockdown' && <p className={styles.soft}>{t('does.exits')}</p>}
          <Devices devices={run.devices} />
        </div>
      </>
    )
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
}

/** It lasts, or doors are not as they were before. */
const mayChange = (run: AlertRun | undefined) =>
  isLive(run) || run?.counts?.restored_doors !== run?.counts?.doors

function Bar({ run }: { run: AlertRun }) {
  const { t } = useTranslation('emergency-alerts')
  const format = useDateFormat()
  const lack = useLack()
  const [stop, isStopping] = useStop()
  const isRunning = run.status === 'running'
  const left = useSecondsUntil(isRunning ? run.ends_at : null)
  const why = lack(PLAYBACK)
  return (
    <section className={styles.bar} data-live={isLive(run)} aria-label={run.alert?.name ?? ''}>
      <div className={styles.what}>
        <h1>{run.alert?.name}</h1>
        <div className={styles.tags}>
          <RunTag run={run} />
        </div>
        {run.message && <p className={styles.message}>{run.message}</p>}
        <span className={styles.soft}>
          {t('startedBy', {
            name: run.started_by_user?.name ?? '—',
            time: run.started_at ? format.exact(run.started_at) : '',
          })}
        </span>
        {run.stopped_at && run.stopped_by_user && (
          <span className={styles.soft}>
            {t(run.door_mode === 'lockdown' ? 'releasedBy' : 'stoppedBy', {
              name: run.stopped_by_user.name,
              time: format.exact(run.stopped_at),
            })}
          </span>
        )}
      </div>
      {left !== undefined && (
        <span className={`${styles.timer} tabular`} role="timer" aria-label={t('left')}>
          {clock(left)}
        </span>
      )}
      {isRunning && (
        <Reason why={why}>
          <Button
            danger
            type="primary"
            size="large"
            className={styles.stop}
            icon={<StopFilled aria-hidden />}
            loading={isStopping}
            disabled={Boolean(why)}
            onClick={() => run.alert && void stop(run.alert.id)}
          >
            {run.door_mode === 'lockdown' ? t('release') : t('stop')}
          </Button>
        </Reason>
      )}
    </section>
  )
}

function Counts({ run }: { run: AlertRun }) {
  const { t } = useTranslation('emergency-alerts')
  const { counts } = run
  if (!counts) return null
  const lines: [string, string][] = []
  const of = (value: number, all: number) => t('of', { value, all })
  if (counts.players > 0) {
    lines.push(
      [t('counts.playing'), of(counts.playing + counts.done, counts.players)],
      [t('counts.failed'), String(counts.failed)],
      [t('counts.offline'), String(counts.offline)],
      [t('counts.stopped'), String(counts.stopped)],
    )
  }
  if (counts.locks > 0) lines.push([t('counts.open'), of(counts.open_locks, counts.locks)])
  if (counts.doors > 0) {
    lines.push([t('counts.shut'), of(counts.shut_doors, counts.doors)])
    if (run.status !== 'running')
      lines.push([t('counts.restored'), of(counts.restored_doors, counts.doors)])
  }
  return (
    <dl className={styles.counts} aria-live="polite">
      {lines.map(([name, value]) => (
        <div key={name} className={styles.count}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Devices({ devices }: { devices: AlertRunDevice[] }) {
  const { t } = useTranslation('emergency-alerts')
  const ordered = useMemo(() => inOrder(devices), [devices])
  return (
    <ul className={styles.devices} aria-label={t('fields.devices')}>
      {ordered.map((device) => (
        <Device key={device.device?.id} device={device} />
      ))}
    </ul>
  )
}

function Device({ device }: { device: AlertRunDevice }) {
  const { t } = useTranslation('emergency-alerts')
  const { state, door_state: door } = device
  const errors = [device.error, ...device.locks.map(({ error }) => error)].filter(Boolean)
  return (
    <li className={styles.device} data-tone={toneOf(device)}>
      <strong>{device.device?.name}</strong>
      {device.domain && <small>{device.domain.name}</small>}
      <span className={styles.tags}>
        {state && state !== 'none' && (
          <StatusTag tone={PLAY_TONES[state]}>{t(`options.plays.${state}`)}</StatusTag>
        )}
        {device.locks.map(
          (lock) =>
            lock.state && (
              <StatusTag key={lock.number} tone={LOCK_TONES[lock.state]}>
                {t('lock', { number: lock.number, state: t(`options.locks.${lock.state}`) })}
              </StatusTag>
            ),
        )}
        {door && door !== 'none' && (
          <StatusTag tone={DOOR_TONES[door]}>{t(`options.doors.${door}`)}</StatusTag>
        )}
      </span>
      {errors.length > 0 && (
        <small>
          {[...new Set(errors)].map((error) => errorWords(error, t('noAnswer'))).join(', ')}
        </small>
      )}
    </li>
  )
}

/** The platform's own word in the reader's language; a device's as it is. */
const errorWords = (error: string, noAnswer: string) => (error === 'no_answer' ? noAnswer : error)

/** Counted anew each second; undefined without an end. */
function useSecondsUntil(end: string | null): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === null) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [end])
  return end === null ? undefined : (new Date(end).getTime() - now) / 1_000
}
