package data

// The lists below are ordinary words and names put together for this package.

var firstNames = []string{
	"Mara", "Jonas", "Amina", "Luca", "Ingrid", "Mateo", "Priya", "Oskar", "Leila", "Tomasz", "Freya", "Diego", "Noor",
	"Henrik", "Chiara", "Kwame", "Sofia", "Emil", "Yuki", "Rafael", "Hanna", "Arjun", "Elif", "Piotr", "Zoë", "Samuel",
	"Nadia", "Viktor", "Lucía", "Malik", "Astrid", "Bruno", "Mei", "Stefan", "Aisha", "Gabriel", "Klara", "Omar",
	"Inês", "Felix", "Thandiwe", "Anton", "Camille", "Ravi", "Maja", "Daniel", "Yasmin", "Erik", "Beatriz", "Kofi",
	"Lena", "Marco", "Sunita", "Jakob", "Alba", "Hassan", "Vera", "Nils", "Renata", "Tariq", "Greta", "Pablo", "Anjali",
	"Matthias", "Salma", "Ivan", "Elena", "Chidi", "Rosa", "Lars", "Fatima", "Simon", "Agnes", "Karim", "Julia",
	"Andrei", "Wanjiru", "Paul", "Mirela", "Tobias", "Ana", "Dmitri", "Selma", "Hugo", "Zainab", "Martin", "Ida",
	"Ricardo", "Ayesha", "Peter", "Nora", "Goran", "Teresa", "Levi", "Hilde", "Joaquín", "Amara", "David", "Katya",
	"Rune", "Marta", "Idris", "Clara", "Milan", "Eva", "Takumi", "Silvia", "Abel", "Dalia", "Finn", "Petra", "Youssef",
	"Helena", "Bram", "Lina", "Cormac", "Ewa", "Nikhil", "Judith", "Saoirse", "Otto", "Carmen", "Elias", "Ruth",
	"Gustav", "Imani",
}

var lastNames = []string{
	"Lindqvist", "Okafor", "Brandt", "Moreau", "Santos", "Kowalski", "Haddad", "Nakamura", "Rossi", "Jensen", "Petrov",
	"Mensah", "Fischer", "Silva", "Novak", "Öztürk", "Khan", "Berg", "Costa", "Weber", "Dubois", "Nowak", "Ivanova",
	"Andersson", "Mwangi", "Romano", "Schneider", "Ferreira", "Horvat", "Rahman", "Nielsen", "Garcia", "Varga",
	"Tanaka", "Almeida", "Keller", "Demir", "Popescu", "Larsen", "Marino", "Patel", "Becker", "Lefèvre", "Zieliński",
	"Abebe", "Hansen", "Ortega", "Vogel", "Ribeiro", "Nagy", "Iyer", "Sørensen", "Conti", "Adeyemi", "Krause",
	"Laurent", "Navarro", "Dvořák", "Suzuki", "Pereira", "Holm", "Mazur", "Bianchi", "Osei", "Winkler", "Girard",
	"Serrano", "Kovács", "Reddy", "Lund", "Greco", "Diallo", "Hoffmann", "Mercier", "Castillo", "Svoboda", "Mori",
	"Teixeira", "Nyström", "Wójcik", "Ferrari", "Banda", "Richter", "Fontaine", "Molina", "Horváth", "Chowdhury",
	"Dahl", "Esposito", "Kamau", "Lehmann", "Roux", "Ibáñez", "Marković", "Sato", "Cardoso", "Ekström", "Pawlak",
	"Gallo", "Toure", "Neumann", "Chevalier", "Vidal", "Jović", "Menon", "Strand", "Leone", "Asante", "Hartmann",
	"Perrin", "Campos", "Kučera", "Takeda", "Barros", "Sandberg", "Lis", "Ricci", "Njoroge", "Pfeiffer", "Blanc",
	"Quintana", "Ilić", "Kapoor", "Moen",
}

var mailDomains = []string{
	"example.org", "example.com", "example.net", "mail.example.org", "post.example.com",
}

var companyFirst = []string{
	"Northwind", "Bluebell", "Harbour", "Summit", "Riverside", "Old Town", "Greenfield", "Lighthouse", "Granite",
	"Meridian", "Copper", "Willow", "Falcon", "Amber", "Clearwater", "Stonebridge", "Juniper", "Beacon", "Alder",
	"Foxglove",
}

var companyWords = []string{
	"Trading", "Works", "Partners", "Supplies", "Logistics", "Foods", "Instruments", "Studio", "Textiles", "Systems",
	"Carpentry", "Printing", "Energy", "Gardens", "Optics", "Marine", "Ceramics", "Tools", "Bakery", "Engineering",
}

var jobs = []string{
	"bookbinder", "nurse", "electrician", "teacher", "baker", "accountant", "gardener", "surveyor", "pharmacist",
	"bus driver", "plumber", "librarian", "cook", "physiotherapist", "carpenter", "civil engineer", "translator",
	"receptionist", "beekeeper", "welder", "optician", "editor", "roofer", "vet", "social worker", "data analyst",
	"florist", "paramedic", "tailor", "locksmith", "midwife", "photographer", "dispatcher", "notary", "miller",
	"stage manager", "lab technician", "forester", "caretaker", "harbour pilot",
}

var departments = []string{
	"Facilities", "Finance", "Human Resources", "Purchasing", "Customer Service", "Maintenance", "Research",
	"Logistics", "Legal", "Quality", "Sales", "Training", "Security", "Communications", "Planning", "Laboratory",
}

var streets = []string{
	"Mill Lane", "Station Road", "Church Street", "Harbour Street", "Linden Avenue", "Garden Row", "Market Square",
	"Bridge Street", "Orchard Way", "Castle Hill", "Weaver Street", "Old Post Road", "Canal Walk", "Meadow Close",
	"Tanner Row", "Chapel Lane", "Birch Grove", "Quarry Road", "Kiln Street", "Abbey Road", "Poplar Court",
	"River Terrace", "Foundry Lane", "Cooper Street", "Larch Drive", "Windmill Road", "Baker Street", "Granary Wharf",
	"Sheep Street", "Elm Park",
}

var cities = []string{
	"Ghent", "Porto", "Kraków", "Leipzig", "Bologna", "Utrecht", "Bergen", "Lyon", "Graz", "Turku", "Valencia", "Brno",
	"Aarhus", "Cork", "Bristol", "Rotterdam", "Zagreb", "Basel", "Gdańsk", "Toulouse", "Malmö", "Bremen", "Ljubljana",
	"Bilbao", "Tartu", "Antwerp", "Galway", "Freiburg", "Trieste", "Coimbra", "Debrecen", "Nantes", "Leeds", "Uppsala",
	"Linz", "Poznań", "Riga", "Verona", "Odense", "Mainz",
}

var countries = []string{
	"Portugal", "Germany", "France", "Poland", "Italy", "Norway", "Ireland", "Austria", "Spain", "Denmark", "Finland",
	"Belgium", "Netherlands", "Czechia", "Croatia", "Estonia", "Hungary", "Slovenia", "Sweden", "Switzerland", "Kenya",
	"Ghana", "Morocco", "India", "Japan", "Vietnam", "Brazil", "Chile", "Mexico", "Canada", "Australia", "New Zealand",
	"Turkey", "Greece", "Romania", "South Africa",
}

var countryCodes = []string{
	"PT", "DE", "FR", "PL", "IT", "NO", "IE", "AT", "ES", "DK", "FI", "BE", "NL", "CZ", "HR", "EE", "HU", "SI", "SE",
	"CH", "KE", "GH", "MA", "IN", "JP", "VN", "BR", "CL", "MX", "CA", "AU", "NZ", "TR", "GR", "RO", "ZA",
}

var currencies = []string{
	"EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "JPY", "CAD", "AUD", "NZD", "BRL", "INR",
	"KES", "ZAR",
}

var languages = []string{
	"Portuguese", "German", "French", "Polish", "Italian", "Norwegian", "Irish", "Spanish", "Danish", "Finnish",
	"Dutch", "Czech", "Croatian", "Estonian", "Hungarian", "Slovene", "Swedish", "Swahili", "Arabic", "Hindi",
	"Japanese", "Vietnamese", "Turkish", "Greek", "Romanian", "Zulu", "English", "Ukrainian",
}

var colors = []string{
	"teal", "crimson", "navy", "olive", "ivory", "amber", "charcoal", "coral", "lilac", "mustard", "emerald",
	"burgundy", "sand", "slate", "turquoise", "plum", "rust", "cream", "indigo", "sage",
}

var materials = []string{
	"oak", "steel", "wool", "glass", "linen", "copper", "leather", "bamboo", "ceramic", "aluminium", "cotton",
	"granite", "cork", "brass", "felt", "walnut", "canvas", "silk", "pine", "marble",
}

var productAdjectives = []string{
	"Folding", "Compact", "Classic", "Adjustable", "Handmade", "Portable", "Stackable", "Slim", "Sturdy", "Foldaway",
	"Round", "Tall", "Wide", "Quiet", "Everyday", "Modular", "Lightweight", "Rustic",
}

var productMaterials = []string{
	"Oak", "Steel", "Wool", "Glass", "Linen", "Copper", "Leather", "Bamboo", "Ceramic", "Aluminium", "Cotton", "Cork",
	"Brass", "Felt", "Walnut", "Canvas", "Pine", "Marble",
}

var productNouns = []string{
	"Desk", "Lamp", "Chair", "Shelf", "Bowl", "Kettle", "Blanket", "Mirror", "Clock", "Basket", "Stool", "Tray", "Vase",
	"Rug", "Bench", "Cabinet", "Coat Rack", "Cushion", "Teapot", "Toolbox", "Bookend", "Lantern", "Planter",
	"Side Table",
}

var titleAdjectives = []string{
	"Silent", "Last", "Hidden", "Burning", "Forgotten", "Crooked", "Golden", "Distant", "Winter", "Broken", "Quiet",
	"Salt", "Paper", "Northern", "Hollow", "Restless", "Scarlet", "Long", "Second", "Invisible", "Borrowed", "Midnight",
	"Slow", "Iron", "Glass", "Wandering", "Unlikely", "Early", "Blue", "Patient",
}

var titleNouns = []string{
	"Harbour", "Orchard", "Lantern", "Winter", "Mapmaker", "River", "Letter", "Garden", "Clockmaker", "Tide", "House",
	"Sparrow", "Witness", "Road", "Island", "Daughter", "Compass", "Bridge", "Storm", "Archive", "Violin", "Tower",
	"Promise", "Ferry", "Shadow", "Cartographer", "Beekeeper", "Window", "Mountain", "Museum",
}

var titlePlaces = []string{
	"Lisbon", "Winter", "Ash", "Glass", "Marrakesh", "the North", "Salt", "Dust", "Trieste", "the Valley", "Autumn",
	"Tallinn", "the Lighthouse", "Sand", "Kyoto", "the Marshes", "Silence", "Smoke", "Porto", "the Delta",
}

var genres = []string{
	"fiction", "mystery", "history", "science", "biography", "travel", "fantasy", "poetry", "thriller", "romance",
	"philosophy", "cooking", "children", "art", "nature",
}

var foods = []string{
	"lentil soup", "mushroom risotto", "fish pie", "chickpea curry", "potato gratin", "spinach lasagne",
	"roast chicken", "vegetable tagine", "beef stew", "pumpkin gnocchi", "leek tart", "tofu noodles", "bean chilli",
	"salmon salad", "onion quiche", "stuffed peppers", "lamb pilaf", "tomato focaccia", "beetroot borscht",
	"rice pudding",
}

var ingredients = []string{
	"red onion", "plain flour", "olive oil", "butter", "garlic", "carrots", "chickpeas", "basmati rice", "tomatoes",
	"eggs", "cumin", "parsley", "lemon", "oats", "honey", "spinach", "mushrooms", "mozzarella", "black pepper", "yeast",
	"walnuts", "apples", "basil", "ginger", "red lentils", "cream", "potatoes", "cinnamon", "thyme", "coconut milk",
}

var drinks = []string{
	"elderflower soda", "black coffee", "mint tea", "apple juice", "ginger beer", "oat latte", "rooibos tea",
	"tonic water", "cider", "hot chocolate", "lemonade", "mineral water", "green tea", "tomato juice", "chai",
	"espresso",
}

var animals = []string{
	"heron", "otter", "hedgehog", "lynx", "red deer", "barn owl", "badger", "tortoise", "alpaca", "goat", "grey seal",
	"stork", "hare", "gecko", "crane", "fox", "donkey", "kestrel", "salamander", "swan",
}

var dogBreeds = []string{
	"Border Collie", "Labrador Retriever", "Beagle", "Dachshund", "Standard Poodle", "Whippet", "Boxer",
	"Cocker Spaniel", "German Shepherd", "Jack Russell Terrier", "Bernese Mountain Dog", "Shiba Inu", "Vizsla", "Corgi",
	"Greyhound", "Miniature Schnauzer", "Newfoundland", "Basset Hound",
}

var catBreeds = []string{
	"Maine Coon", "Siamese", "British Shorthair", "Ragdoll", "Norwegian Forest Cat", "Bengal", "Birman", "Russian Blue",
	"Persian", "European Shorthair", "Abyssinian", "Sphynx",
}

var petNames = []string{
	"Biscuit", "Mochi", "Luna", "Pepper", "Olive", "Bruno", "Nala", "Pickle", "Willow", "Otis", "Maple", "Simba",
	"Poppy", "Rocco", "Hazel", "Figaro", "Cleo", "Waffles", "Juno", "Bandit", "Miso", "Ziggy", "Tilly", "Archie",
	"Sesame", "Nelson", "Pearl", "Rufus", "Kiwi", "Domino",
}

var plants = []string{
	"lavender", "rosemary", "fern", "tulip", "hydrangea", "sage", "aloe", "peony", "ivy", "dahlia", "thyme", "monstera",
	"foxglove", "iris", "geranium", "jasmine", "heather", "snowdrop", "camellia", "marigold",
}

var vehicles = []string{
	"Volkswagen Caddy", "Toyota Corolla", "Renault Kangoo", "Ford Transit", "Skoda Octavia", "Fiat Ducato",
	"Peugeot 208", "Hyundai Kona", "Volvo V60", "Opel Corsa", "Mercedes Sprinter", "Kia Niro", "Dacia Duster",
	"Citroën Berlingo", "Nissan Leaf", "Seat Leon", "Mazda 3", "Honda Jazz",
}

var shipFirst = []string{
	"Northern", "Baltic", "Silver", "Ocean", "Atlantic", "Polar", "Coral", "Royal", "Western", "Arctic", "Emerald",
	"Morning",
}

var shipSecond = []string{
	"Gannet", "Star", "Trader", "Pioneer", "Tern", "Spirit", "Venture", "Dolphin", "Horizon", "Petrel", "Queen",
	"Breeze",
}

var sports = []string{
	"rowing", "handball", "judo", "badminton", "climbing", "swimming", "fencing", "volleyball", "archery",
	"table tennis", "hockey", "athletics", "curling", "basketball", "cycling", "tennis", "football", "gymnastics",
}

var instruments = []string{
	"viola", "cello", "oboe", "trumpet", "harp", "accordion", "piano", "flute", "clarinet", "double bass", "violin",
	"horn", "guitar", "bassoon", "marimba", "trombone", "recorder", "timpani",
}

var medicines = []string{
	"ibuprofen", "amoxicillin", "metformin", "salbutamol", "omeprazole", "paracetamol", "lisinopril", "cetirizine",
	"levothyroxine", "amlodipine", "atorvastatin", "sertraline", "prednisolone", "doxycycline", "bisoprolol",
	"loratadine",
}

var conditions = []string{
	"tension headache", "sprained ankle", "seasonal allergy", "lower back pain", "sore throat", "high blood pressure",
	"ear infection", "eczema", "migraine", "asthma", "heartburn", "iron deficiency", "shoulder pain", "insomnia",
	"knee pain", "chest cold",
}

var tools = []string{
	"torque wrench", "band saw", "angle grinder", "spirit level", "socket set", "bench vice", "cordless drill",
	"router", "chisel set", "heat gun", "belt sander", "soldering iron", "mitre saw", "clamp", "multimeter",
	"pipe cutter", "jigsaw", "lathe", "impact driver", "tape measure",
}

var plainWords = []string{
	"lantern", "window", "bright", "river", "the", "with", "garden", "table", "morning", "paper", "under", "quiet",
	"stone", "letter", "before", "winter", "bridge", "small", "open", "road", "silver", "after", "house", "between",
	"warm", "field", "music", "early", "cloud", "little", "market", "slow", "harbour", "green", "across", "story",
	"simple", "light", "evening", "kitchen", "near", "yellow", "train", "along", "gentle", "hour", "forest", "behind",
	"round", "shadow", "long", "summer", "clear", "corner", "street", "over", "copper", "island", "narrow", "wooden",
	"door", "against", "plain", "mountain", "blue", "while", "distant", "common", "song", "second", "village", "toward",
	"heavy", "basket", "north", "orange", "ordinary", "valley", "above",
}
