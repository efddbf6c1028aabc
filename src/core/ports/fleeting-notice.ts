/** In a notice's `_meta`: it is about this start of the agent, and of no use in a session's record. */
export const FLEETING_NOTICE = 'simse/fleeting';
