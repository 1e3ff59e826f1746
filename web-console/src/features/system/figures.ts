import type { ToneName } from '@/kit/theme'
import type { Pod, ServerInfo, ServiceInfo } from './api'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as people read it: three digits at most, in steps of 1024. */
export function sizeText(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const value = bytes / 1024 ** step
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    maximumSignificantDigits: value < 100 ? 2 : undefined,
    maximumFractionDigits: value < 100 ? undefined : 0,
  }).format(value)
}

export interface Totals {
  /** Services that are ready. */
  ready: number
  bytes: number
  waiting: number
  dead: number
}

/** What all services have together; one that does not say counts nothing. */
export function totalsOf(services: ServiceInfo[]): Totals {
  const sum = (figure: (service: ServiceInfo) => number | null) =>
    services.reduce((total, service) => total + (figure(service) ?? 0), 0)
  return {
    ready: services.filter(({ is_ready }) => is_ready).length,
    bytes: sum(({ database_bytes }) => database_bytes),
    waiting: sum(({ waiting_events }) => waiting_events),
    dead: sum(({ dead_events }) => dead_events),
  }
}

/** Whether services of several versions answer, as during an upgrade. */
export function isMixed({ version, services }: ServerInfo): boolean {
  return services.some((service) => service.version !== null && service.version !== version)
}

/** A job that has ended well is as good as a pod that serves; one on its way is neither. */
export function podTone({ phase, is_ready, reason }: Pod): ToneName {
  if (is_ready) return 'success'
  if (phase === 'Succeeded') return 'neutral'
  if (phase === 'Terminating' || (phase === 'Pending' && !reason)) return 'info'
  return 'error'
}

const DAY = 24 * 3600_000
/** Days before its end from which a certificate asks for attention: cert-manager renews 30 days before. */
const SOON_DAYS = 21

/** How urgent the end of a certificate is; null when it is not known. */
export function certificateTone(
  end: string | null,
  now: number,
): 'success' | 'warning' | 'error' | 'neutral' {
  if (end === null) return 'neutral'
  const left = Date.parse(end) - now
  if (left <= 0) return 'error'
  return left < SOON_DAYS * DAY ? 'warning' : 'success'
}
