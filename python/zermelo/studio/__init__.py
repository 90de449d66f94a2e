"""The studio: `zermelo studio`, a page in the browser on which people play, watch searches, compare techniques and ask for advice."""
