import { FeedPage } from './FeedPage'

/** Who came in, and who did not. */
export default function AccessEventsPage() {
  return <FeedPage source="access" />
}
