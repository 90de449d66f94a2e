"""The advice tables that come with Zermelo, each beside the knowledge that it uses: `NAME.advice` is the table, the Python files its words."""
