// Keys of `_meta` by which simse and its own agent tell each other what ACP has no field for.

/**
 * ACP has no field for why the user rejected something. simse's own agent takes it with the answer, as `_meta` by this name,
 * and says so in its capabilities by the same; others are told afterwards.
 */
export const REJECTION_REASON = 'simse/rejectionReason';

/** In a notice's `_meta`: it is about this start of the agent, and of no use in a session's record. */
export const FLEETING_NOTICE = 'simse/fleeting';
