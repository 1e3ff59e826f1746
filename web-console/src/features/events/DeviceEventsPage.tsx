import { FeedPage } from './FeedPage'

/** All that devices reported. */
export default function DeviceEventsPage() {
  return <FeedPage source="devices" />
}
