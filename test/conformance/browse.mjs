/** The browser of the conformance run: opens the page that is its argument, and goes wherever that leads. */
const response = await fetch(process.argv[2]);
await response.text();
